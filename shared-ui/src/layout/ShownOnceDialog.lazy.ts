import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { ShownOnceDialogProps } from './ShownOnceDialog.tsx'

/** Shows a new secret, which is shown only once. */
export const ShownOnceDialog = lazyDialog<ShownOnceDialogProps>(async () => ({
  default: (await import('./ShownOnceDialog.tsx')).ShownOnceDialog,
}))
