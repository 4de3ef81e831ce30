import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'

export interface NoticeProps {
  title: string
  text?: string
  /** A 24 x 24 path above the title. */
  icon?: string
  /** `alert` is read out at once: for failures. */
  role?: 'alert' | 'status'
  /** Heading level of the title; the page's h1 belongs to the shell. */
  heading?: 'h1' | 'h2' | 'h3' | 'p'
  children?: ReactNode
}

/** A quiet panel in the middle of its room: what is the matter, why, and below it the way on. */
export function Notice({ title, text, icon, role, heading = 'h2', children }: NoticeProps) {
  return (
    <Stack
      role={role}
      spacing={2}
      sx={{
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        minHeight: 240,
        padding: 6,
        color: 'text.secondary',
      }}
    >
      {icon !== undefined && <Icon path={icon} size={32} />}
      <Typography component={heading} variant="h2" sx={{ color: 'text.primary' }}>
        {title}
      </Typography>
      {text !== undefined && (
        <Typography variant="reading" sx={{ maxWidth: '56ch' }}>
          {text}
        </Typography>
      )}
      {children !== undefined && (
        <Stack direction="row" spacing={2} sx={{ paddingTop: 2 }}>
          {children}
        </Stack>
      )}
    </Stack>
  )
}
