import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { guessMapping, unmappedRequired } from '@portal/contract'
import type { Declaration, ImportMapping } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import { refreshRecords } from '../bulk/after-bulk.ts'
import { StepDialog } from '../steps/StepDialog.tsx'
import type { JobProgress } from '../steps/watch-job.ts'
import { WorkProgress } from '../steps/WorkProgress.tsx'
import { FilePicker } from './FilePicker.tsx'
import { readHead, runImport } from './import-calls.ts'
import type { FileHead } from './import-calls.ts'
import { ImportReportView } from './ImportReportView.tsx'
import { MappingTable } from './MappingTable.tsx'
import { t } from './texts.ts'

export interface ImportDialogProps {
  collection: Declaration
  label: string
  onClose: () => void
}

/** A file, which column fills which field, what would be made, and then the import itself. */
export default function ImportDialog({ collection, label, onClose }: ImportDialogProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [mapping, setMapping] = useState<ImportMapping>({})
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const read = useMutation({
    mutationFn: async (file: File) => {
      const head = await readHead(file)
      if (head.headers.every((header) => header === '')) throw new Error(t('notATable'))
      return head
    },
    onSuccess: (head) => setMapping(guessMapping(collection, head.headers, head.samples)),
  })
  const check = useMutation({ mutationFn: (head: FileHead) => runImport(collection, head, mapping, true, setProgress) })
  const run = useMutation({
    mutationFn: (head: FileHead) => runImport(collection, head, mapping, false, setProgress),
    onSuccess: ({ result }) => shell.toast({ title: t('imported', { count: result.created }) }),
    onError: () => shell.toast({ title: t('importFailed'), colour: 'red' }),
    onSettled: () => refreshRecords(queryClient, collection),
  })
  const head = read.data
  const frame = (content: ReactNode, buttons: ReactNode) => (
    <StepDialog title={t('importTitle', { label })} maxWidth="md" onClose={run.isPending ? () => {} : onClose} buttons={buttons}>
      {content}
    </StepDialog>
  )
  const cancel = <Button onClick={onClose}>{t('cancel')}</Button>

  if (head === undefined) {
    return frame(
      <>
        <FilePicker onFile={(file) => read.mutate(file)} />
        {read.error !== null && <Alert severity="error">{read.error.message}</Alert>}
      </>,
      cancel,
    )
  }
  if (run.isPending || check.isPending) {
    const close = <Button onClick={onClose}>{t(run.isPending ? 'close' : 'cancel')}</Button>
    return frame(
      <WorkProgress
        label={t(run.isPending ? 'importing' : 'reading')}
        far={(done, total) => t('rows', { done, total })}
        progress={progress}
        hint={run.isPending ? t('goesOn') : undefined}
      />,
      close,
    )
  }
  if (run.data !== undefined) {
    return frame(
      <ImportReportView result={run.data.result} isDryRun={false} fileName={head.file.name} />,
      <Button variant="contained" onClick={onClose}>
        {t('close')}
      </Button>,
    )
  }
  if (check.data !== undefined) {
    const { created } = check.data.result
    return frame(
      <>
        <ImportReportView result={check.data.result} isDryRun fileName={head.file.name} />
        {run.error !== null && <Alert severity="error">{run.error.message}</Alert>}
      </>,
      <>
        <Button onClick={() => check.reset()}>{t('back')}</Button>
        {created > 0 && (
          <Button variant="contained" onClick={() => run.mutate(head)}>
            {t('startImport', { count: created })}
          </Button>
        )}
      </>,
    )
  }
  const isReady = unmappedRequired(collection, mapping).length === 0
  return frame(
    <>
      <MappingTable key={head.file.name} collection={collection} head={head} mapping={mapping} onChange={setMapping} />
      {check.error !== null && <Alert severity="error">{check.error.message}</Alert>}
    </>,
    <>
      <Button onClick={() => read.reset()}>{t('anotherFile')}</Button>
      <Button variant="contained" disabled={!isReady} onClick={() => check.mutate(head)}>
        {t('check')}
      </Button>
    </>,
  )
}
