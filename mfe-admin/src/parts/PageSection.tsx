import { Box, Typography } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

/** A part of a settings page: a heading, what it shows, and its content. */
export function PageSection({
  heading,
  text,
  children,
}: {
  heading: string
  text: string
  children: ReactNode
}) {
  return (
    <Box component="section" sx={{ maxWidth: 960, paddingBottom: 8 }}>
      <Typography variant="h2" sx={{ paddingBottom: 1 }}>
        {heading}
      </Typography>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{text}</Typography>
      {children}
    </Box>
  )
}
