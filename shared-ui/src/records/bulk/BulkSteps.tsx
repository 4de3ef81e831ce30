import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { Declaration } from '@portal/contract'
import { WizardDialog } from '../jobs/WizardDialog.tsx'
import { WorkProgress } from '../jobs/WorkProgress.tsx'
import type { BulkOutcome } from './bulk-calls.ts'
import { Refusals } from './Refusals.tsx'
import { t } from './texts.ts'
import type { BulkRun } from './use-bulk-run.ts'

export interface BulkDialogProps {
  collection: Declaration
  title: string
  bulk: BulkRun
  /** Text for the number of records that were changed. */
  did: (count: number) => string
  onClose: () => void
  /** Content before the run: the form and its buttons. */
  children: ReactNode
  buttons: ReactNode
}

/**
 * The dialog of a bulk action: first its form, then the progress, then the refused records with their
 * reasons, if any.
 */
export function BulkDialog({
  collection,
  title,
  bulk: { run, progress },
  did,
  onClose,
  children,
  buttons,
}: BulkDialogProps) {
  if (run.isSuccess) {
    const close = (
      <Button variant="contained" onClick={onClose}>
        {t('close')}
      </Button>
    )
    return (
      <WizardDialog title={title} onClose={onClose} buttons={close}>
        <PreviewText collection={collection} sentence={did(run.data.changed)} outcome={run.data} />
      </WizardDialog>
    )
  }
  if (run.isPending) {
    const isJob = progress !== null
    return (
      <WizardDialog
        title={title}
        onClose={() => {}}
        buttons={isJob && <Button onClick={onClose}>{t('close')}</Button>}
      >
        <WorkProgress
          label={t('begun')}
          far={(done, total) => t('running', { done, total })}
          progress={progress}
          hint={isJob ? t('mayClose') : undefined}
        />
      </WizardDialog>
    )
  }
  return (
    <WizardDialog title={title} onClose={onClose} buttons={buttons}>
      {children}
      {run.error !== null && <Trouble error={run.error} />}
    </WizardDialog>
  )
}

/** The result of a dry run. */
export function PreviewText({
  collection,
  sentence,
  outcome,
}: {
  collection: Declaration
  sentence: string
  outcome: BulkOutcome
}) {
  return (
    <>
      <Typography>{sentence}</Typography>
      <Refusals collection={collection} failed={outcome.failed} />
    </>
  )
}

export function Checking() {
  return <WorkProgress label={t('checking')} />
}

export function Trouble({ error }: { error: Error }) {
  return <Alert severity="error">{error.message}</Alert>
}
