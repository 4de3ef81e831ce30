import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** Asks before one record is deleted. */
export const DeleteOneDialog = lazyDialog(() => import('./DeleteOneDialog.tsx'))
