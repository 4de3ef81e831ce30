import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type { ReasonDialogProps } from './ReasonDialog.tsx'
import type { ShownOnceDialogProps } from './ShownOnceDialog.tsx'

/** A short form in a dialog; what was typed stays when it is refused. */
export const FormDialog = lazyDialog<FormDialogProps>(async () => ({
  default: (await import('./FormDialog.tsx')).FormDialog,
}))

/** Asks why before something is done; without a reason it is not. */
export const ReasonDialog = lazyDialog<ReasonDialogProps>(async () => ({
  default: (await import('./ReasonDialog.tsx')).ReasonDialog,
}))

/** Something secret that was just made, for the one time it is shown. */
export const ShownOnceDialog = lazyDialog<ShownOnceDialogProps>(async () => ({
  default: (await import('./ShownOnceDialog.tsx')).ShownOnceDialog,
}))
