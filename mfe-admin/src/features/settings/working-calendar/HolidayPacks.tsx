import { holidayPacks } from '@portal/contract'
import { Checkbox, FormControlLabel, Stack } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import type { EditedCalendar } from './edited-calendar.ts'

const names = { 'us-federal': 'pack_us_federal', texas: 'pack_texas' } as const

/** Which public holidays the office or an agency keeps. */
export function HolidayPacks({ edited: { calendar, isChanged, change } }: { edited: EditedCalendar }) {
  const { holidays } = calendar
  return (
    <SettingsSection
      heading={t('calendar_holidays')}
      hint={t('calendarHolidaysHint')}
      isChanged={isChanged('holidays')}
    >
      <Stack>
        {holidayPacks.map((pack) => (
          <FormControlLabel
            key={pack}
            label={t(names[pack])}
            control={
              <Checkbox
                size="small"
                checked={holidays.includes(pack)}
                onChange={(_event, isOn) =>
                  change({
                    holidays: holidayPacks.filter((holidayPack) =>
                      holidayPack === pack ? isOn : holidays.includes(holidayPack),
                    ),
                  })
                }
              />
            }
          />
        ))}
      </Stack>
    </SettingsSection>
  )
}
