import { Box, Stack, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import type { ReactNode } from 'react'

export interface SectionProps {
  heading: string
  /** What the section is for. */
  text: string
  /** Actions that apply to the whole section. */
  actions?: ReactNode
  children: ReactNode
}

/** A section of the page: heading, purpose, content and actions. */
export function Section({ heading, text, actions, children }: SectionProps) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h2" variant="h2" sx={{ paddingBottom: 1 }}>
        {heading}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '72ch', paddingBottom: 3 }}>{text}</Typography>
      <Stack spacing={3} sx={{ alignItems: 'stretch' }}>
        {children}
        {actions !== undefined && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>}
      </Stack>
    </Box>
  )
}
