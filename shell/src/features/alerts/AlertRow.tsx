import { useRef } from 'react'
import { actorAtom, formatDateTime, Icon, openableUrl, useShell, userAtom } from '@portal/shared-ui'
import { Box, Button, IconButton, MuiLink, Stack, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheck,
  mdiCheckCircleOutline,
  mdiInformationOutline,
} from '../../icons.ts'
import { isPlainClick } from '../../navigation/PortalLink.tsx'
import { t } from '../../texts.ts'
import { acknowledgeAlert, awaitsAcknowledgment, readAlert, snoozeAlert } from './alerts.queries.ts'
import type { AlertLine } from './alerts.queries.ts'
import { SnoozeButton } from './SnoozeButton.tsx'
import { UnwatchButton } from './UnwatchButton.tsx'
import { useReading } from './use-reading.ts'

const severities = {
  INFO: { icon: mdiInformationOutline, colour: 'info.main' },
  SUCCESS: { icon: mdiCheckCircleOutline, colour: 'success.main' },
  WARNING: { icon: mdiAlertOutline, colour: 'warning.main' },
  CRITICAL: { icon: mdiAlertCircleOutline, colour: 'error.main' },
} as const

interface AlertRowProps {
  alert: AlertLine
  onClose: () => void
}

/**
 * The alert's title, as a link to its record when the viewer may open that. Following the link marks the
 * alert as read.
 */
function Title({ alert, onFollow }: { alert: AlertLine; onFollow: (url: string) => void }) {
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const { relatedType, relatedPid, link } = alert
  const record =
    actor === null || !relatedType || !relatedPid ? null : openableUrl(relatedType, relatedPid, actor, user)
  // A link to a tab of the record says more than the record itself.
  const isTab = record !== null && link?.startsWith(`${record}${record.includes('?') ? '&' : '?'}tab=`)
  const url = (isTab ? link : record) ?? link ?? null
  if (url === null) return alert.title
  return (
    <MuiLink
      href={url}
      onClick={(event) => {
        if (!isPlainClick(event.nativeEvent)) return
        event.preventDefault()
        onFollow(url)
      }}
    >
      {alert.title}
    </MuiLink>
  )
}

/**
 * One alert: severity, title and time. Unread alerts are bold, labeled as unread, and can be marked as read.
 * An alert can be snoozed, unless it waits for an acknowledgment.
 */
export function AlertRow({ alert, onClose }: AlertRowProps) {
  const shell = useShell()
  const read = useReading(readAlert)
  const acknowledge = useReading(acknowledgeAlert)
  const snooze = useReading(snoozeAlert)
  const mustAcknowledge = awaitsAcknowledgment(alert)
  const { icon, colour } = severities[alert.severity ?? 'INFO']
  const isUnread = alert.isRead === false
  const row = useRef<HTMLLIElement>(null)
  const markRead = () => {
    // The button disappears. The row takes the focus, so that Tab continues from here and not from the top of
    // the list.
    row.current?.focus()
    read.mutate(alert.pid)
  }
  const follow = (url: string) => {
    if (isUnread) read.mutate(alert.pid)
    onClose()
    shell.navigate(url)
  }
  return (
    <Stack
      component="li"
      ref={row}
      tabIndex={-1}
      direction="row"
      spacing={2}
      sx={{ paddingInline: 4, paddingBlock: 2.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ color: colour, display: 'flex' }}>
        <Icon path={icon} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: isUnread ? 600 : 400, overflowWrap: 'anywhere' }}>
          <Title alert={alert} onFollow={follow} />
        </Typography>
        {Boolean(alert.message) && (
          <Typography
            variant="caption"
            component="p"
            sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {alert.message}
          </Typography>
        )}
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          <time dateTime={alert.createdAt}>{formatDateTime(alert.createdAt)}</time>
          {isUnread && (
            <Box component="span" sx={{ color: 'primary.main', fontWeight: 550, marginInlineStart: 2 }}>
              {t('unread')}
            </Box>
          )}
          {mustAcknowledge && (
            <Box component="span" sx={{ color: 'warning.main', fontWeight: 550, marginInlineStart: 2 }}>
              {t('acknowledgmentRequired')}
            </Box>
          )}
        </Typography>
        {Boolean(alert.snoozedUntil) && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {t('snoozedUntil', { time: formatDateTime(alert.snoozedUntil ?? '') })}
          </Typography>
        )}
      </Box>
      {mustAcknowledge && (
        <Button
          size="small"
          sx={{ alignSelf: 'center', flex: 'none' }}
          aria-label={t('acknowledgeOf', { title: alert.title })}
          disabled={acknowledge.isPending}
          onClick={() => {
            row.current?.focus()
            acknowledge.mutate(alert.pid)
          }}
        >
          {t('acknowledge')}
        </Button>
      )}
      {Boolean(alert.snoozedUntil) && (
        <Button
          size="small"
          sx={{ alignSelf: 'center', flex: 'none' }}
          aria-label={t('endSnoozeOf', { title: alert.title })}
          disabled={snooze.isPending}
          onClick={() => snooze.mutate({ pid: alert.pid, until: null })}
        >
          {t('endSnooze')}
        </Button>
      )}
      <UnwatchButton alert={alert} />
      {!mustAcknowledge && !alert.snoozedUntil && <SnoozeButton alert={alert} />}
      {isUnread && !mustAcknowledge && (
        <IconButton
          size="small"
          sx={{ alignSelf: 'center' }}
          title={t('markRead')}
          aria-label={t('markReadOf', { title: alert.title })}
          disabled={read.isPending}
          onClick={markRead}
        >
          <Icon path={mdiCheck} size={20} />
        </IconButton>
      )}
    </Stack>
  )
}
