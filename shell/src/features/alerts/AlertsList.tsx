import { useState } from 'react'
import { isStaff } from '@portal/contract'
import { actorAtom, ErrorPanel, Icon } from '@portal/shared-ui'
import { Box, Button, Popover, Stack, Tab, Tabs, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtom, useAtomValue } from '@portal/shared-ui/state'
import { mdiVolumeHigh, mdiVolumeOff } from '../../icons.ts'
import { t } from '../../texts.ts'
import type { OpenedProps } from '../../frame/TopBarButton.tsx'
import { AlertRow } from './AlertRow.tsx'
import { alertsQuery, readAllAlerts } from './alerts.queries.ts'
import { mutedAtom } from './mute.state.ts'
import { UnacknowledgedLines } from './UnacknowledgedLines.tsx'
import { useReading } from './use-reading.ts'
import { WaitingLines } from './WaitingLines.tsx'

type AlertView = 'current' | 'snoozed' | 'unacknowledged'

/**
 * The viewer's alerts, newest first, those that are snoozed, and for staff who has not acknowledged. Alerts
 * are marked as read one by one or all together; sounds can be
 * turned off.
 */
export default function AlertsList({ anchor, onClose }: OpenedProps) {
  const [view, setView] = useState<AlertView>('current')
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
      <Views view={view} onView={setView} />
      {view === 'unacknowledged' ? (
        <UnacknowledgedLines />
      ) : (
        <AlertLines key={view} isSnoozed={view === 'snoozed'} onClose={onClose} />
      )}
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

function Views({ view, onView }: { view: AlertView; onView: (view: AlertView) => void }) {
  const actor = useAtomValue(actorAtom)
  const showsStaff = actor !== null && isStaff(actor.role)
  return (
    <Tabs
      value={view}
      onChange={(_, next: AlertView) => onView(next)}
      aria-label={t('alertViews')}
      variant="scrollable"
      sx={{ flex: 'none', paddingInline: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Tab value="current" label={t('currentAlerts')} />
      <Tab value="snoozed" label={t('snoozedAlerts')} />
      {showsStaff && <Tab value="unacknowledged" label={t('unacknowledgedAlerts')} />}
    </Tabs>
  )
}

function AlertLines({ isSnoozed, onClose }: { isSnoozed: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery(alertsQuery(isSnoozed ? 'snoozed' : 'newest'))
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('alertsFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <WaitingLines />
  if (data.alerts.length === 0)
    return (
      <Typography sx={{ padding: 4, color: 'text.secondary' }}>
        {t(isSnoozed ? 'noSnoozedAlerts' : 'noAlerts')}
      </Typography>
    )
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
