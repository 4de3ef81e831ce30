import { lazyComponent } from '../feedback/lazy-part.tsx'
import type { ConfirmDialogProps } from './edit/dialogs/ConfirmDialog.tsx'
import type { LeaveGuardProps } from './edit/dialogs/LeaveGuard.tsx'
import type { ReferencePickerProps } from './edit/ReferencePicker.tsx'

/** Asks before something is lost. */
export const ConfirmDialog = lazyComponent<ConfirmDialogProps>(async () => ({
  default: (await import('./edit/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** Asks before what is not saved is left. Stands there while there is something to lose. */
export const LeaveGuard = lazyComponent<LeaveGuardProps>(async () => ({
  default: (await import('./edit/dialogs/LeaveGuard.tsx')).LeaveGuard,
}))

/** Chooses a record by typing part of its name or number. */
export const ReferencePicker = lazyComponent<ReferencePickerProps>(async () => ({
  default: (await import('./edit/ReferencePicker.tsx')).ReferencePicker,
}))
