import { Icon } from '@portal/shared-ui'
import { mdiAlertOutline, mdiInformationOutline } from '../icons.ts'

interface BannerProps {
  kind: 'warning' | 'info'
  text: string
  /** A button at its end. */
  action?: string
  onAction?: () => void
}

/**
 * A line over the room that concerns the whole portal. It is read out, and nothing has to be done about it.
 */
export function Banner({ kind, text, action, onAction }: BannerProps) {
  return (
    <div className="banner" data-kind={kind} role="status">
      <Icon path={kind === 'warning' ? mdiAlertOutline : mdiInformationOutline} size={20} />
      <p>{text}</p>
      {action !== undefined && (
        <button type="button" className="button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  )
}
