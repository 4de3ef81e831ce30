import { WorkingCalendar, WorkingHours, screenLabel } from '@portal/contract'
import { Box, Checkbox, FormControlLabel, TextField, Typography } from '@portal/shared-ui/mui'
import { Fragment, useState } from 'react'
import { t } from '../../../texts.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import type { Settings } from '../use-settings.ts'
import type { EditedCalendar } from './edited-calendar.ts'

type Hours = WorkingCalendar['hours']

/**
 * Names of the weekdays as they are labeled, and their place in the calendar; the week is shown from Monday.
 */
const weekdays = [
  ['Monday', 1],
  ['Tuesday', 2],
  ['Wednesday', 3],
  ['Thursday', 4],
  ['Friday', 5],
  ['Saturday', 6],
  ['Sunday', 0],
] as const
const usual: WorkingHours = { from: '08:00', to: '17:00' }

/** The hours of each weekday. Invalid ones stay in the form until they are corrected. */
export function WeekHours({
  settings: { unfinished, noteUnfinished },
  edited: { calendar, field: fieldOf, isChanged, change: changeCalendar },
}: {
  settings: Settings
  edited: EditedCalendar
}) {
  const field = fieldOf('hours')
  const [typed, setTyped] = useState<Hours | null>(null)
  const hours = (unfinished.has(field) ? typed : null) ?? calendar.hours
  const change = (place: number, day: WorkingHours | null) => {
    const next = hours.map((hour, at) => (at === place ? day : hour))
    const valid = WorkingCalendar.shape.hours.safeParse(next)
    setTyped(next)
    noteUnfinished(field, valid.success ? null : JSON.stringify(next))
    if (valid.success) changeCalendar({ hours: valid.data })
  }
  return (
    <SettingsSection
      heading={t('calendar_hours')}
      hint={t('calendarHoursHint')}
      isChanged={isChanged('hours')}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(140px, max-content) 140px 140px' },
          gap: 3,
          alignItems: 'center',
        }}
      >
        {weekdays.map(([name, place]) => {
          const day = hours[place] ?? null
          const label = screenLabel(name)
          const isWrong = day !== null && !WorkingHours.safeParse(day).success
          return (
            <Fragment key={name}>
              <FormControlLabel
                sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, marginInlineEnd: 0 }}
                label={label}
                control={
                  <Checkbox
                    size="small"
                    checked={day !== null}
                    onChange={(_event, isOn) => change(place, isOn ? usual : null)}
                  />
                }
              />
              {day === null ? (
                <Typography sx={{ gridColumn: 'span 2', color: 'text.secondary' }}>
                  {t('dayClosed')}
                </Typography>
              ) : (
                (['from', 'to'] as const).map((edge) => (
                  <TextField
                    key={edge}
                    type="time"
                    label={t(edge === 'from' ? 'dayFrom' : 'dayTo', { day: label })}
                    value={day[edge]}
                    error={isWrong}
                    helperText={isWrong && edge === 'to' ? t('hoursWrong') : undefined}
                    onChange={({ target }) => change(place, { ...day, [edge]: target.value })}
                    slotProps={{ inputLabel: { shrink: true } }}
                  />
                ))
              )}
            </Fragment>
          )
        })}
      </Box>
      {hours.every((day) => day === null) && (
        <Typography role="alert" sx={{ color: 'error.main', paddingTop: 3 }}>
          {t('lastWorkingDay')}
        </Typography>
      )}
    </SettingsSection>
  )
}
