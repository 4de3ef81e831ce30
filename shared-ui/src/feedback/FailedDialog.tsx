import Dialog from '@mui/material/Dialog'
import { ErrorPanel } from './ErrorPanel.tsx'
import { t } from './texts.ts'

export interface FailedDialogProps {
  error: unknown
  onRetry: () => void
  onClose: () => void
}

/** The error of a dialog whose code could not be loaded, in a dialog. */
export default function FailedDialog({ error, onRetry, onClose }: FailedDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('failedTitle'), 'aria-labelledby': undefined } }}
    >
      <ErrorPanel error={error} onRetry={onRetry} onClose={onClose} />
    </Dialog>
  )
}
