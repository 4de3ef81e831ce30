import type { ReactNode } from 'react'
import { Box, Typography } from '@portal/shared-ui/mui'
import { SettingsSection } from './SettingsSection.tsx'

export interface Fact {
  label: string
  value: ReactNode
}

/** A heading with labeled values below it, in two columns where they fit. */
export function Facts({ heading, facts }: { heading: string; facts: readonly Fact[] }) {
  return (
    <SettingsSection heading={heading}>
      <Box
        component="dl"
        sx={{ margin: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}
      >
        {facts.map(({ label, value }) => (
          <div key={label}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ margin: 0 }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
    </SettingsSection>
  )
}
