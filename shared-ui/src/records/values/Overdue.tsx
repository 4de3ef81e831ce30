import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Icon } from '../../icons/Icon.tsx'
import { mdiAlertOutline } from '../../icons/paths.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import { t } from '../texts.ts'

/** Wraps a due date that has passed: colored, with an icon, and announced as overdue. */
export function Overdue({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        maxWidth: '100%',
        color: 'error.main',
        fontWeight: 550,
      }}
    >
      <Icon path={mdiAlertOutline} size={14} />
      <Box component="span" sx={visuallyHidden}>
        {t('overdue')}
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {children}
      </Box>
    </Box>
  )
}
