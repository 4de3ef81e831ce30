import { lazyComponent } from '../../../feedback/lazy-part.tsx'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'

/** Asks before something is lost. */
export const ConfirmDialog = lazyComponent<ConfirmDialogProps>(async () => ({
  default: (await import('./ConfirmDialog.tsx')).ConfirmDialog,
}))
