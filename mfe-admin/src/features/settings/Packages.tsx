import { FormControlLabel, Switch, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'
import { ChangedMark, SettingsSection } from './SettingsSection.tsx'

/** Requirements of every submission package before it is ready. Source: domain.md 1.9. */
export function Packages({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const id = useId()
  const isChanged = changes.some(({ field }) => field === 'packages.bySecondPerson')
  return (
    <SettingsSection heading={t('packages')}>
      <FormControlLabel
        control={
          <Switch
            checked={configuration.packages.bySecondPerson}
            onChange={(_event, checked) => set(['packages', 'bySecondPerson'], checked)}
            input={{ 'aria-describedby': id }}
          />
        }
        label={
          <>
            {t('secondPerson')}
            {isChanged && <ChangedMark />}
          </>
        }
      />
      <Typography id={id} variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {t('secondPersonHint')}
      </Typography>
    </SettingsSection>
  )
}
