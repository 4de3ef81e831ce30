import { lazyPart } from '../feedback/lazy-part.tsx'
import type { ConfirmDialogProps } from './edit/ConfirmDialog.tsx'
import type { ReferencePickerProps } from './edit/lazy/ReferencePicker.tsx'

/** Asks before something is lost. */
export const ConfirmDialog = lazyPart<ConfirmDialogProps>(async () => ({ default: (await import('./edit/ConfirmDialog.tsx')).ConfirmDialog }))

/** Chooses a record by typing part of its name or number. */
export const ReferencePicker = lazyPart<ReferencePickerProps>(async () => ({
  default: (await import('./edit/lazy/ReferencePicker.tsx')).ReferencePicker,
}))
