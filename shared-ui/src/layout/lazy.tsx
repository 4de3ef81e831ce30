import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type { ReasonDialogProps } from './ReasonDialog.tsx'
import type { ShownOnceDialogProps } from './ShownOnceDialog.tsx'

/** A short form in a dialog. The input is kept when the submit is refused. */
export const FormDialog = lazyDialog<FormDialogProps>(async () => ({
  default: (await import('./FormDialog.tsx')).FormDialog,
}))

/** Asks for the reason of an action; a reason is required. */
export const ReasonDialog = lazyDialog<ReasonDialogProps>(async () => ({
  default: (await import('./ReasonDialog.tsx')).ReasonDialog,
}))

/** Shows a new secret, which is shown only once. */
export const ShownOnceDialog = lazyDialog<ShownOnceDialogProps>(async () => ({
  default: (await import('./ShownOnceDialog.tsx')).ShownOnceDialog,
}))
