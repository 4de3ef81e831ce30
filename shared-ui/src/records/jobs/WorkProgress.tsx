import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../format/numbers.ts'
import type { JobProgress } from './watch-job.ts'

export interface WorkProgressProps {
  /** What is being done; names the bar. */
  label: string
  /** How far it is, in words; `label` stands in until that is known. */
  far?: (done: string, total: string) => string
  progress?: JobProgress | null
  /** Said below, such as that the work does not need this page. */
  hint?: string | undefined
}

/** How far a piece of work is; the bar knows no end until the first answer came. */
export function WorkProgress({ label, far, progress = null, hint }: WorkProgressProps) {
  const known = progress === null || progress.total === 0 ? null : progress
  const words =
    known === null || far === undefined ? label : far(formatNumber(known.done), formatNumber(known.total))
  return (
    <Box>
      <Typography sx={{ marginBottom: 2 }}>{words}</Typography>
      <LinearProgress
        aria-label={label}
        {...(known && { variant: 'determinate', value: (100 * known.done) / known.total })}
      />
      {hint !== undefined && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', marginTop: 2 }}>
          {hint}
        </Typography>
      )}
    </Box>
  )
}
