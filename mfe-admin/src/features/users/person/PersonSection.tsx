import { Box, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** A section of the panel with its heading. */
export function PersonSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="h3" sx={{ paddingBottom: 3 }}>
        {heading}
      </Typography>
      {children}
    </Box>
  )
}
