import { ConfirmDialog } from './ConfirmDialog.tsx'
import { t } from './texts.ts'

/** Asks for confirmation before unsaved text is discarded. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      title={t('leaveTitle')}
      text={t('leaveText')}
      yes={t('leave')}
      no={t('stay')}
      onYes={onLeave}
      onNo={onStay}
    />
  )
}
