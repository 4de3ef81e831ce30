import { lazyComponent } from '../../frame/lazy-component.tsx'

/** Asks to sign in again when the session has ended. */
export const { Part: SignInAgain } = lazyComponent(() => import('./SignInAgain.tsx'))
