import { watchRules } from '@portal/contract'
import { changeRecordWatch, changeViewWatch, useChange, watchesKey } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { t } from '../../notifications/texts.ts'
import type { AlertLine } from './alerts.queries.ts'

/** The view that an alert leads to. */
const viewOf = (link: string) => new URL(link, location.origin).searchParams.get('view')

/** Stops watching what an alert tells about. Renders nothing for other alerts. */
export function UnwatchButton({ alert }: { alert: AlertLine }) {
  const { rule, relatedType, relatedPid, link } = alert
  const outcome = { stale: [watchesKey], failed: t('notSaved') }
  const record = useChange(changeRecordWatch, outcome, { done: t('watchingStopped') })
  const view = useChange(changeViewWatch, outcome, { done: t('watchingStopped') })
  const viewPid = rule === watchRules.view && link ? viewOf(link) : null
  const isOfRecord = rule === watchRules.record && Boolean(relatedType) && Boolean(relatedPid)
  if (!isOfRecord && viewPid === null) return null
  const stop = () => {
    if (viewPid !== null) view.mutate({ pid: viewPid, isWatching: false })
    else if (relatedType && relatedPid)
      record.mutate({ collection: relatedType, pid: relatedPid, isWatching: false })
  }
  return (
    <Button
      size="small"
      sx={{ alignSelf: 'center', flex: 'none' }}
      aria-label={t('unwatchOf', { title: alert.title })}
      disabled={record.isPending || view.isPending || record.isSuccess || view.isSuccess}
      onClick={stop}
    >
      {t('unwatch')}
    </Button>
  )
}
