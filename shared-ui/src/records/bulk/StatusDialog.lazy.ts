import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** Applies one transition to all selected records. */
export const StatusDialog = lazyDialog(() => import('./StatusDialog.tsx'))
