import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { ReasonDialogProps } from './ReasonDialog.tsx'

/** Asks for the reason of an action; a reason is required. */
export const ReasonDialog = lazyDialog<ReasonDialogProps>(async () => ({
  default: (await import('./ReasonDialog.tsx')).ReasonDialog,
}))
