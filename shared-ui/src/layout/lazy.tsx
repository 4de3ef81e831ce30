import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type { ReasonDialogProps } from './ReasonDialog.tsx'

/** A short form in a dialog; what was typed stays when it is refused. */
export const FormDialog = lazyDialog<FormDialogProps>(async () => ({ default: (await import('./FormDialog.tsx')).FormDialog }))

/** Asks why before something is done; without a reason it is not. */
export const ReasonDialog = lazyDialog<ReasonDialogProps>(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }))
