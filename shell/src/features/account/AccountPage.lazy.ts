import { lazyComponent } from '../../frame/lazy-component.tsx'

/** The user's passkeys and sessions. */
export const { Part: AccountPage } = lazyComponent(() => import('./AccountPage.tsx'))
