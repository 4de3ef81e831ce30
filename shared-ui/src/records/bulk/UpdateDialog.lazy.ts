import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** Sets fields of the selected records to the same values. */
export const UpdateDialog = lazyDialog(() => import('./UpdateDialog.tsx'))
