import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { formatNumber } from '../../format/numbers.ts'
import type { JobProgress } from './watch-job.ts'

export interface WorkProgressProps {
  /** What is being done; the accessible name of the progress bar. */
  label: string
  /** The text for the progress; `label` is shown until the progress is known. */
  far?: (done: string, total: string) => string
  progress?: JobProgress | null
  /** Text below the bar, for example that the page may be closed. */
  hint?: string | undefined
}

/** The progress of a job. The bar is indeterminate until the first response. */
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
