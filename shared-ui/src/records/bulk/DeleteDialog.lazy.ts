import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** Deletes the selected records. */
export const DeleteDialog = lazyDialog(() => import('./DeleteDialog.tsx'))
