import { lazyDialog } from '../feedback/lazy-dialog.tsx'

/** Hands over open work to a person or by rule. */
export const HandoverDialog = lazyDialog(() => import('./HandoverDialog.tsx'))
