import { mdiClose } from '@mdi/js'
import { LocalDate } from '@portal/contract'
import { formatDay, Icon } from '@portal/shared-ui'
import { Box, Button, IconButton, Stack, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { t } from '../../../texts.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import type { EditedCalendar } from './edited-calendar.ts'
import { HolidayFileButton } from './HolidayFileButton.tsx'

/** Single days on which the office or an agency is closed, in order; typed, or read from a calendar file. */
export function ClosedDays({
  edited: { calendar, isChanged, change: changeCalendar },
}: {
  edited: EditedCalendar
}) {
  const [typed, setTyped] = useState('')
  const { closedDays } = calendar
  const change = (days: readonly string[]) => changeCalendar({ closedDays: [...new Set(days)].toSorted() })
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!LocalDate.safeParse(typed).success) return
    change([...closedDays, typed])
    setTyped('')
  }
  return (
    <SettingsSection
      heading={t('calendar_closedDays')}
      hint={t('calendarClosedHint')}
      isChanged={isChanged('closedDays')}
    >
      {closedDays.length === 0 ? (
        <Typography sx={{ paddingBottom: 3 }}>{t('noClosedDays')}</Typography>
      ) : (
        <Box
          component="ul"
          aria-label={t('calendar_closedDays')}
          sx={{ margin: 0, padding: 0, listStyle: 'none' }}
        >
          {closedDays.map((day) => (
            <Stack component="li" key={day} direction="row" sx={{ alignItems: 'center', paddingBottom: 1 }}>
              <Typography sx={{ minWidth: 160 }}>{formatDay(day)}</Typography>
              <IconButton
                size="small"
                aria-label={t('removeClosedDay', { day: formatDay(day) })}
                onClick={() => change(closedDays.filter((closedDay) => closedDay !== day))}
              >
                <Icon path={mdiClose} size={20} />
              </IconButton>
            </Stack>
          ))}
        </Box>
      )}
      <Stack
        component="form"
        direction="row"
        sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 3 }}
        onSubmit={add}
      >
        <TextField
          type="date"
          label={t('newClosedDay')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <Button type="submit" variant="outlined">
          {t('addClosedDay')}
        </Button>
        <HolidayFileButton closedDays={closedDays} onDays={(days) => change([...closedDays, ...days])} />
      </Stack>
    </SettingsSection>
  )
}
