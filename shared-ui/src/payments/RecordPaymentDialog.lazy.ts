import { lazyDialog } from '../feedback/lazy-dialog.tsx'
import type { RecordPaymentDialogProps } from './RecordPaymentDialog.tsx'

/** Records a received payment. */
export const RecordPaymentDialog = lazyDialog<RecordPaymentDialogProps>(async () => ({
  default: (await import('./RecordPaymentDialog.tsx')).RecordPaymentDialog,
}))
