import { ErrorPanel, Icon } from '@portal/shared-ui'
import { Box, Popover, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiInformationOutline } from '../../icons.ts'
import { t } from '../../texts.ts'
import type { OpenedProps } from '../../frame/TopBarButton.tsx'
import { alertsQuery } from './alerts.queries.ts'
import type { AlertLine } from './alerts.queries.ts'

const severities = {
  INFO: { icon: mdiInformationOutline, colour: 'info.main' },
  SUCCESS: { icon: mdiCheckCircleOutline, colour: 'success.main' },
  WARNING: { icon: mdiAlertOutline, colour: 'warning.main' },
  CRITICAL: { icon: mdiAlertCircleOutline, colour: 'error.main' },
} as const

const when = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The viewer's alerts, newest first; to be read, not yet to be worked on. */
export default function AlertsList({ anchor, onClose }: OpenedProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('alerts'), tabIndex: -1, sx: { width: 'min(400px, calc(100vw - 24px))', maxHeight: '70vh' } },
      }}
    >
      <Typography variant="h2" sx={{ paddingInline: 4, paddingBlock: 3, borderBottom: 1, borderColor: 'divider' }}>
        {t('alerts')}
      </Typography>
      <AlertLines />
    </Popover>
  )
}

function AlertLines() {
  const { data, error, refetch } = useQuery(alertsQuery())
  if (error !== null) return <ErrorPanel error={error} title={t('alertsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <WaitingLines />
  if (data.alerts.length === 0) return <Typography sx={{ padding: 4, color: 'text.secondary' }}>{t('noAlerts')}</Typography>
  return (
    <>
      <Box component="ul" aria-label={t('alerts')} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {data.alerts.map((alert) => (
          <Line key={alert.pid} alert={alert} />
        ))}
      </Box>
      {data.metadata.count > data.alerts.length && (
        <Typography variant="caption" component="p" sx={{ padding: 3, color: 'text.secondary' }}>
          {t('newestAlerts', { shown: data.alerts.length, count: data.metadata.count })}
        </Typography>
      )}
    </>
  )
}

function Line({ alert }: { alert: AlertLine }) {
  const { icon, colour } = severities[alert.severity ?? 'INFO']
  return (
    <Stack component="li" direction="row" spacing={2} sx={{ paddingInline: 4, paddingBlock: 2.5, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ color: colour, display: 'flex' }}>
        <Icon path={icon} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
          <Typography sx={{ fontWeight: alert.isRead === false ? 600 : 400 }}>{alert.title}</Typography>
          <Typography variant="caption" component="time" dateTime={alert.createdAt} sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {when.format(new Date(alert.createdAt))}
          </Typography>
        </Stack>
        {Boolean(alert.message) && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {alert.message}
          </Typography>
        )}
        {alert.isRead === false && (
          <Typography variant="caption" sx={{ color: 'primary.main', fontWeight: 550 }}>
            {t('unread')}
          </Typography>
        )}
      </Box>
    </Stack>
  )
}

function WaitingLines() {
  return (
    <Stack spacing={3} sx={{ padding: 4 }} aria-busy="true">
      {[60, 80, 70, 50].map((width) => (
        <Skeleton key={width} variant="rounded" height={20} width={`${width}%`} />
      ))}
    </Stack>
  )
}
