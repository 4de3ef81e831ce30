import { ErrorPanel, Icon } from '@portal/shared-ui'
import { Box, Button, Popover, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtom } from '@portal/shared-ui/state'
import { mdiVolumeHigh, mdiVolumeOff } from '../../icons.ts'
import { t } from '../../texts.ts'
import type { OpenedProps } from '../../frame/TopBarButton.tsx'
import { AlertRow } from './AlertRow.tsx'
import { alertsQuery, readAllAlerts } from './alerts.queries.ts'
import { mutedAtom } from './mute.state.ts'
import { useReading } from './use-reading.ts'

/**
 * The viewer's alerts, newest first. Alerts are marked as read one by one or all together; sounds can be
 * turned off.
 */
export default function AlertsList({ anchor, onClose }: OpenedProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('alerts'),
          tabIndex: -1,
          sx: {
            display: 'flex',
            flexDirection: 'column',
            width: 'min(440px, calc(100vw - 24px))',
            maxHeight: '70vh',
          },
        },
      }}
    >
      <Head />
      <AlertLines onClose={onClose} />
    </Popover>
  )
}

function Head() {
  const [isMuted, setMuted] = useAtom(mutedAtom)
  const { data } = useQuery(alertsQuery())
  const readAll = useReading(readAllAlerts)
  const hasUnread = data?.alerts.some(({ isRead }) => isRead === false) ?? false
  return (
    <Stack
      direction="row"
      spacing={1}
      sx={{
        flex: 'none',
        flexWrap: 'wrap',
        alignItems: 'center',
        paddingInline: 4,
        paddingBlock: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h2" sx={{ flex: '1 0 auto' }}>
        {t('alerts')}
      </Typography>
      {hasUnread && (
        <Button size="small" disabled={readAll.isPending} onClick={() => readAll.mutate()}>
          {t('markAllRead')}
        </Button>
      )}
      <Button
        size="small"
        color="inherit"
        startIcon={<Icon path={isMuted ? mdiVolumeOff : mdiVolumeHigh} size={20} />}
        onClick={() => setMuted(!isMuted)}
      >
        {t(isMuted ? 'unmute' : 'mute')}
      </Button>
    </Stack>
  )
}

function AlertLines({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(alertsQuery())
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('alertsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <WaitingLines />
  if (data.alerts.length === 0)
    return <Typography sx={{ padding: 4, color: 'text.secondary' }}>{t('noAlerts')}</Typography>
  return (
    <Box sx={{ overflow: 'auto' }}>
      <Box component="ul" aria-label={t('alerts')} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {data.alerts.map((alert) => (
          <AlertRow key={alert.pid} alert={alert} onClose={onClose} />
        ))}
      </Box>
      {data.metadata.count > data.alerts.length && (
        <Typography variant="caption" component="p" sx={{ padding: 3, color: 'text.secondary' }}>
          {t('newestAlerts', { shown: data.alerts.length, count: data.metadata.count })}
        </Typography>
      )}
    </Box>
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
