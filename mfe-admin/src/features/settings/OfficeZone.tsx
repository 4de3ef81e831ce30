import { ZonePicker } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import type { Settings } from './use-settings.ts'

/** The office's time zone. It determines due dates, and applies to users who have not set their own. */
export function OfficeZone({ settings: { configuration, changes, set } }: { settings: Settings }) {
  const isChanged = changes.some(({ field }) => field === 'timeZone')
  return (
    <Box component="section" sx={{ maxWidth: 720 }}>
      <Typography
        variant="h2"
        sx={{ paddingBottom: 2, marginBottom: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        {t('officeZone')}
        {isChanged && (
          <Box
            component="span"
            title={t('changed')}
            sx={{ color: 'warning.main', fontWeight: 700, marginInlineStart: 1 }}
          >
            *
          </Box>
        )}
      </Typography>
      <ZonePicker
        label={t('officeZone')}
        value={configuration.timeZone}
        hint={t('officeZoneHint')}
        onChange={(zone) => set(['timeZone'], zone)}
      />
    </Box>
  )
}
