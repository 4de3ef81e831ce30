import { lazyComponent } from '../../frame/lazy-component.tsx'

/** Asks a user without a passkey to confirm their identity at Microsoft. */
export const { Part: ReauthDialog } = lazyComponent(() => import('./ReauthDialog.tsx'))
