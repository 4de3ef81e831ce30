import { Box, Typography } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import { t } from '../../texts.ts'

/** Marks a setting with a change that is not saved yet. */
export function ChangedMark() {
  return (
    <Box
      component="span"
      title={t('changed')}
      sx={{ color: 'warning.main', fontWeight: 700, marginInlineStart: 1 }}
    >
      *
    </Box>
  )
}

interface SettingsSectionProps {
  heading: string
  isChanged?: boolean
  hint?: ReactNode
  children: ReactNode
}

/** A heading, what the settings are for, and the settings. */
export function SettingsSection({ heading, isChanged = false, hint, children }: SettingsSectionProps) {
  return (
    <Box component="section" sx={{ maxWidth: 720 }}>
      <Typography
        variant="h2"
        sx={{ paddingBottom: 2, marginBottom: 3, borderBottom: 1, borderColor: 'divider' }}
      >
        {heading}
        {isChanged && <ChangedMark />}
      </Typography>
      {hint !== undefined && (
        <Typography sx={{ color: 'text.secondary', paddingBottom: 4 }}>{hint}</Typography>
      )}
      {children}
    </Box>
  )
}
