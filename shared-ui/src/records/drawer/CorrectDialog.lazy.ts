import { lazyDialog } from '../../feedback/lazy-dialog.tsx'

/** Corrects the permit number and the dates of an issued permit. */
export const CorrectDialog = lazyDialog(() => import('./CorrectDialog.tsx'))
