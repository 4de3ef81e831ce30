import Box from '@mui/material/Box'
import type { TimeInStatus } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiAlertOutline, mdiClockOutline } from '../../icons/paths.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import { formatAge } from '../values/format-age.ts'

/**
 * Beside the status of a permit that stands there too long, or that nobody has looked at for too long;
 * nothing beside the others.
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
