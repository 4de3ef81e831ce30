import { lazyComponent } from '../../feedback/lazy-part.tsx'
import type { ReferencePickerProps } from './ReferencePicker.tsx'

/** Chooses a record by typing part of its name or number. */
export const ReferencePicker = lazyComponent<ReferencePickerProps>(async () => ({
  default: (await import('./ReferencePicker.tsx')).ReferencePicker,
}))
