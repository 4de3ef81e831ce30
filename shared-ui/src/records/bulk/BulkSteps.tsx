import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Declaration } from '@portal/contract'
import { formatNumber } from '../../format/numbers.ts'
import type { BulkOutcome } from './bulk-calls.ts'
import { Refusals } from './Refusals.tsx'
import { t } from './texts.ts'
import type { JobProgress } from './watch-job.ts'

export interface BulkFrameProps {
  title: string
  onClose: () => void
  children: ReactNode
  buttons: ReactNode
}

/** A dialog over the table, as wide as its list of refusals needs. */
export function BulkFrame({ title, onClose, children, buttons }: BulkFrameProps) {
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Stack spacing={3} sx={{ paddingTop: 1 }}>
          {children}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ paddingInline: 6, paddingBottom: 4 }}>{buttons}</DialogActions>
    </Dialog>
  )
}

/** What a dry run found. */
export function PreviewText({ collection, sentence, outcome }: { collection: Declaration; sentence: string; outcome: BulkOutcome }) {
  return (
    <>
      <Typography>{sentence}</Typography>
      <Refusals collection={collection} failed={outcome.failed} />
    </>
  )
}

export function Checking() {
  return (
    <Box>
      <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>{t('checking')}</Typography>
      <LinearProgress aria-label={t('checking')} />
    </Box>
  )
}

/** How far the work is; the bar knows no end until the first answer came. */
export function Running({ progress }: { progress: JobProgress | null }) {
  const words = progress === null ? t('begun') : t('running', { done: formatNumber(progress.done), total: formatNumber(progress.total) })
  const share = progress === null || progress.total === 0 ? {} : ({ variant: 'determinate', value: (100 * progress.done) / progress.total } as const)
  return (
    <Box>
      <Typography sx={{ marginBottom: 2 }}>{words}</Typography>
      <LinearProgress aria-label={t('begun')} {...share} />
      {progress !== null && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', marginTop: 2 }}>
          {t('mayClose')}
        </Typography>
      )}
    </Box>
  )
}

export function Trouble({ error }: { error: Error }) {
  return <Alert severity="error">{error.message}</Alert>
}

/** What stands when some records were refused: what was done, and which were not. */
export function PartlyDone({ collection, sentence, outcome, onClose, title }: PartlyDoneProps) {
  return (
    <BulkFrame
      title={title}
      onClose={onClose}
      buttons={
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <PreviewText collection={collection} sentence={sentence} outcome={outcome} />
    </BulkFrame>
  )
}

interface PartlyDoneProps {
  collection: Declaration
  title: string
  sentence: string
  outcome: BulkOutcome
  onClose: () => void
}
