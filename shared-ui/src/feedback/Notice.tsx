import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'

export interface NoticeProps {
  title: string
  text?: string
  /** SVG path (24 x 24) of the icon above the title. */
  icon?: string
  /** `alert` is announced immediately; use it for failures. */
  role?: 'alert' | 'status'
  /** Heading level of the title; the page's h1 belongs to the shell. */
  heading?: 'h1' | 'h2' | 'h3' | 'p'
  children?: ReactNode
}

/** A centered panel: what happened, why, and below it the next step. */
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
