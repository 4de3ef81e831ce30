import Box from '@mui/material/Box'
import type { TimeInStatus } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiAlertOutline, mdiClockOutline } from '../../icons/paths.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import { formatAge } from '../format-age.ts'

/**
 * A mark beside the status of a permit that has been in its status, or without attention, for too long.
 * Renders nothing for other permits.
 */
export function AgeMark({ time }: { time: TimeInStatus | null }) {
  const words = formatAge(time)
  if (words === null) return null
  const isLate = time?.lateAfter !== null
  return (
    <Box
      component="span"
      title={words}
      sx={{
        flex: 'none',
        display: 'inline-flex',
        marginInlineStart: 1,
        color: isLate ? 'error.main' : 'warning.main',
      }}
    >
      <Icon path={isLate ? mdiAlertOutline : mdiClockOutline} size={16} />
      <Box component="span" sx={visuallyHidden}>
        {words}
      </Box>
    </Box>
  )
}
