import { lazyDialog } from '../../../feedback/lazy-dialog.tsx'

/** The form of a new record. */
export const NewRecordForm = lazyDialog(() => import('./NewRecordForm.tsx'))
