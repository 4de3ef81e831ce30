import { lazyDialog } from '../../../feedback/lazy-dialog.tsx'

/** Adds a field to a collection. */
export const AddFieldDialog = lazyDialog(() => import('./AddFieldDialog.tsx'))
