import { Box, Typography } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

/** A part of a form with its name. */
export function Fieldset({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 3 }}>
      <Box component="legend" sx={{ padding: 0, paddingBottom: 2, fontWeight: 550 }}>
        {legend}
      </Box>
      {hint !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      )}
      {children}
    </Box>
  )
}
