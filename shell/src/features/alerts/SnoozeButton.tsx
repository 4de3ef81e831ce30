import { useState } from 'react'
import { addDays, momentAt } from '@portal/contract'
import { Icon, todayAtom, zoneAtom } from '@portal/shared-ui'
import { IconButton, Menu, MenuItem } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { mdiClockOutline } from '../../icons.ts'
import { t } from '../../texts.ts'
import { snoozeAlert } from './alerts.queries.ts'
import type { AlertLine } from './alerts.queries.ts'
import { useReading } from './use-reading.ts'

const hourMs = 3_600_000
const morning = 'T08:00'

/** The Monday after a day. */
function nextMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, (8 - weekday) % 7 || 7)
}

/** Hides an alert for an hour, until tomorrow or until Monday, in the time zone of the viewer. */
export function SnoozeButton({ alert }: { alert: AlertLine }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [today, zone] = [useAtomValue(todayAtom), useAtomValue(zoneAtom)]
  const snooze = useReading(snoozeAlert)
  const choices = [
    ['snoozeHour', () => new Date(Date.now() + hourMs)],
    ['snoozeTomorrow', () => momentAt(zone, `${addDays(today, 1)}${morning}`)],
    ['snoozeMonday', () => momentAt(zone, `${nextMonday(today)}${morning}`)],
  ] as const
  return (
    <>
      <IconButton
        size="small"
        sx={{ alignSelf: 'center' }}
        title={t('snooze')}
        aria-label={t('snoozeOf', { title: alert.title })}
        aria-haspopup="menu"
        disabled={snooze.isPending}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiClockOutline} size={20} />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {choices.map(([key, until]) => (
          <MenuItem
            key={key}
            onClick={() => {
              setAnchor(null)
              snooze.mutate({ pid: alert.pid, until: until()?.toISOString() ?? null })
            }}
          >
            {t(key)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
