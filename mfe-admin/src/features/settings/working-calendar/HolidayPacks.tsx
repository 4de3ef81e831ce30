import { holidayPacks } from '@portal/contract'
import { Checkbox, FormControlLabel, Stack } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'
import { SettingsSection } from '../SettingsSection.tsx'
import type { Settings } from '../use-settings.ts'

const names = { 'us-federal': 'pack_us_federal', texas: 'pack_texas' } as const

/** Which public holidays the office keeps. */
export function HolidayPacks({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const { holidays } = configuration.workingCalendar
  return (
    <SettingsSection
      heading={t('calendar_holidays')}
      hint={t('calendarHolidaysHint')}
      isChanged={changes.some(({ field }) => field === 'workingCalendar.holidays')}
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
                  set(
                    ['workingCalendar', 'holidays'],
                    holidayPacks.filter((holidayPack) =>
                      holidayPack === pack ? isOn : holidays.includes(holidayPack),
                    ),
                  )
                }
              />
            }
          />
        ))}
      </Stack>
    </SettingsSection>
  )
}
