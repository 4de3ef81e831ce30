import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** Imports records from a file. */
export const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx'))
