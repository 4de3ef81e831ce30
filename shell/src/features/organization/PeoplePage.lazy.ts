import { lazyComponent } from '../../frame/lazy-component.tsx'

/** The members of an organization, for its administrators. */
export const { Part: PeoplePage } = lazyComponent(() => import('./PeoplePage.tsx'))
