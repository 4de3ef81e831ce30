import { lazyDialog } from '../../../feedback/lazy-dialog.tsx'

/** Creates a linked record from a record. */
export const CreateDialog = lazyDialog(() => import('./CreateDialog.tsx'))
