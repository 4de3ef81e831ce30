import { Icon } from '../icons/Icon.tsx'
import { mdiAlertOutline } from '../icons/paths.ts'
import { t } from './texts.ts'

/** A cell that could not be shown. */
export function FailedCell() {
  return (
    <span role="img" aria-label={t('cellFailed')} title={t('cellFailed')}>
      <Icon path={mdiAlertOutline} size={14} />
    </span>
  )
}
