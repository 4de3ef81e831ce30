import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { ReactNode } from 'react'

export interface SectionProps {
  title: string
  /** The action beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a tab with its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: 32,
          paddingBottom: 2,
        }}
      >
        <Typography id={id} component="h3" variant="h3">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  )
}
