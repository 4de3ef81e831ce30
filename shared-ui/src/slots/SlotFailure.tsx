import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { t as tFeedback } from '../feedback/texts.ts'
import { t } from './texts.ts'

/** One line in place of a small part that failed. What is around it stays as it is. */
export function SlotFailure({ label, onRetry }: { label?: string; onRetry: () => void }) {
  return (
    <Box
      role="alert"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, color: 'text.secondary' }}
    >
      {label === undefined ? t('failedHere') : t('failed', { label })}
      <Button size="small" onClick={onRetry}>
        {tFeedback('tryAgain')}
      </Button>
    </Box>
  )
}
