import { ErrorPanel, formatDateTime } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { unacknowledgedQuery } from './alerts.queries.ts'
import { WaitingLines } from './WaitingLines.tsx'

/** For staff: the alerts that people have not acknowledged yet, longest first. */
export function UnacknowledgedLines() {
  const { data, error, refetch } = useQuery(unacknowledgedQuery())
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('alertsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <WaitingLines />
  if (data.alerts.length === 0)
    return <Typography sx={{ padding: 4, color: 'text.secondary' }}>{t('allAcknowledged')}</Typography>
  return (
    <Box
      component="ul"
      aria-label={t('unacknowledgedAlerts')}
      sx={{ margin: 0, padding: 0, listStyle: 'none', overflow: 'auto' }}
    >
      {data.alerts.map(({ pid, title, createdAt, person }) => (
        <Box
          component="li"
          key={pid}
          sx={{ paddingInline: 4, paddingBlock: 2.5, borderBottom: 1, borderColor: 'divider' }}
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>{title}</Typography>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('notAcknowledgedBy', { name: person.title })}
            {', '}
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
