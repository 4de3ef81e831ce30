import { lazyComponent } from '../../frame/lazy-component.tsx'

/** The page behind unsubscribe links. */
export const { Part: UnsubscribePage } = lazyComponent(() => import('./UnsubscribePage.tsx'))
