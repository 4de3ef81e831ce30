import { Icon } from '@portal/shared-ui'
import { mdiAlertOutline, mdiInformationOutline } from '../icons.ts'

interface BannerProps {
  kind: 'warning' | 'info'
  text: string
  /** Label of the action button. */
  action?: string
  onAction?: () => void
}

/**
 * A banner above the page that concerns the whole portal. It is announced to screen readers, and needs no
 * action.
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
