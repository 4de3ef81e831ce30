import { addDays, holidaysIn, screenLabel } from '@portal/contract'
import type { WorkingCalendar } from '@portal/contract'
import { formatDay, todayAtom } from '@portal/shared-ui'
import { Box, Stack, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from '../../../texts.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import type { Settings } from '../use-settings.ts'
import { AgencyCalendars } from './AgencyCalendars.tsx'
import { ClosedDays } from './ClosedDays.tsx'
import { officeCalendar } from './edited-calendar.ts'
import { HolidayPacks } from './HolidayPacks.tsx'
import { WeekHours } from './WeekHours.tsx'

/** The holidays and closed days of the next twelve months, by name where they have one. */
function NextHolidays({ calendar }: { calendar: WorkingCalendar }) {
  const today = useAtomValue(todayAtom)
  const year = Number(today.slice(0, 4))
  const named = [year, year + 1].flatMap((each) => [...holidaysIn(each, calendar.holidays)])
  const closed = calendar.closedDays.map((day): [string, string] => [day, t('calendar_closedDays')])
  const next = [...new Map([...closed, ...named])]
    .filter(([day]) => day >= today && day < addDays(today, 365))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (next.length === 0) return null
  return (
    <SettingsSection heading={t('nextHolidays')}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 6, rowGap: 1, margin: 0 }}
      >
        {next.map(([day, name]) => (
          <Box key={day} sx={{ display: 'contents' }}>
            <Typography component="dt" sx={{ color: 'text.secondary' }}>
              {formatDay(day)}
            </Typography>
            <Typography component="dd" sx={{ margin: 0 }}>
              {screenLabel(name)}
            </Typography>
          </Box>
        ))}
      </Box>
    </SettingsSection>
  )
}

/**
 * When the office works: hours of each weekday, public holidays and further closed days; and when agencies
 * work that differ.
 */
export function WorkingCalendarTab({ settings }: { settings: Settings }) {
  const office = officeCalendar(settings)
  return (
    <Stack spacing={8}>
      <WeekHours settings={settings} edited={office} />
      <HolidayPacks edited={office} />
      <ClosedDays edited={office} />
      <NextHolidays calendar={settings.configuration.workingCalendar} />
      <AgencyCalendars settings={settings} />
    </Stack>
  )
}
