import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { FormDialogProps } from './FormDialog.tsx'

/** A short form in a dialog. The input is kept when the submit is refused. */
export const FormDialog = lazyDialog<FormDialogProps>(async () => ({
  default: (await import('./FormDialog.tsx')).FormDialog,
}))
