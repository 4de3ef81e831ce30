import { Box, FormControlLabel, Switch, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'

/** Requirements of every submission package before it is ready. Source: domain.md 1.9. */
export function Packages({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const id = useId()
  const isChanged = changes.some(({ field }) => field === 'packages.bySecondPerson')
  return (
    <Box component="section" sx={{ maxWidth: 720 }}>
      <Typography
        variant="h2"
        sx={{ paddingBottom: 2, marginBottom: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        {t('packages')}
      </Typography>
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
            {isChanged && (
              <Box
                component="span"
                title={t('changed')}
                sx={{ color: 'warning.main', fontWeight: 700, marginInlineStart: 1 }}
              >
                *
              </Box>
            )}
          </>
        }
      />
      <Typography id={id} variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {t('secondPersonHint')}
      </Typography>
    </Box>
  )
}
