import { ZonePicker } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The office's time zone. It determines due dates, and applies to users who have not set their own. */
export function OfficeZone({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const isChanged = changes.some(({ field }) => field === 'timeZone')
  return (
    <SettingsSection heading={t('officeZone')} isChanged={isChanged}>
      <ZonePicker
        label={t('officeZone')}
        value={configuration.timeZone}
        hint={t('officeZoneHint')}
        onChange={(zone) => set(['timeZone'], zone)}
      />
    </SettingsSection>
  )
}
