import { ConfirmDialog } from './ConfirmDialog.tsx'
import { t } from '../texts.ts'

/** Asks before text that is not saved is left behind. */
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
