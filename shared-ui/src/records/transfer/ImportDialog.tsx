import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { collections } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { guessMapping, unmappedRequired } from '@portal/contract/import-mapping'
import { useShell } from '../../portal/shell-api.ts'
import { refreshRecords } from '../list/refresh-records.ts'
import { undoBulk } from '../bulk/bulk-calls.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { WizardDialog } from '../jobs/WizardDialog.tsx'
import type { JobProgress } from '../jobs/watch-job.ts'
import { WorkProgress } from '../jobs/WorkProgress.tsx'
import { CellMeanings } from './CellMeanings.tsx'
import { refusesComma, samplesHaveComma } from './decimal-comma.ts'
import { FileControls } from './FileControls.tsx'
import { FilePicker } from './FilePicker.tsx'
import { readHead, runImport } from './import-calls.ts'
import type { FilePreview, FileReading } from './import-calls.ts'
import { ImportReportView } from './ImportReportView.tsx'
import { MappingTable } from './MappingTable.tsx'
import { t } from './texts.ts'
import { RecentImports, UndoOffer } from './UndoImport.tsx'
import { useImportChoices, valuesOf } from './use-import-choices.ts'

export interface ImportDialogProps {
  collection: Declaration
  label: string
  onClose: () => void
}

/** No table of text has these; pictures and other files do, whose bytes are letters in some encoding. */
const isBinary = (text: string) => /[\u0000-\u0008\u000e-\u001a]/.test(text)

function isNoTable({ sheets, headers, rows, samples }: FilePreview): boolean {
  if (headers.every((header) => header === '')) return true
  return sheets.length === 0 && [headers, ...rows.map(({ cells }) => cells), ...samples].flat().some(isBinary)
}

/**
 * A file, which column fills which field, what would be made and what its words mean, then the import itself
 * and its way back.
 */
export default function ImportDialog({ collection, label, onClose }: ImportDialogProps) {
  const shell = useShell()
  const { actor, offerUndo } = useRecordPage()
  const queryClient = useQueryClient()
  const { choices, begin, map, find, mean, createOrgs } = useImportChoices()
  const [head, setHead] = useState<FilePreview | null>(null)
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const [isUndone, setUndone] = useState(false)
  const read = useMutation({
    mutationFn: async ({ file, reading }: { file: File; reading: FileReading }) => {
      // The file may come from an export in Spanish, whatever the language of this screen is.
      const [found, { labelsEs }] = await Promise.all([
        readHead(collection, file, reading),
        import('@portal/contract/spanish'),
      ])
      if (isNoTable(found)) throw new Error(t('notATable'))
      return { found, mapping: guessMapping(collection, found.headers, found.samples, labelsEs) }
    },
    onSuccess: ({ found, mapping }) => {
      setHead(found)
      begin(mapping)
    },
  })
  const planOf = (file: FilePreview) => {
    const { mapping, createsOrgs } = choices
    return { collection, head: file, mapping, values: valuesOf(choices), createsOrgs }
  }
  const choiceKey =
    head === null ? '' : JSON.stringify({ ...planOf(head), collection: collection.name, head: head.reading })
  const check = useMutation({
    mutationFn: async (file: FilePreview) => ({
      ...(await runImport(planOf(file), true, setProgress)),
      choiceKey,
    }),
    onSuccess: ({ result }) => find(result.cells ?? []),
  })
  const run = useMutation({
    mutationFn: (file: FilePreview) => runImport(planOf(file), false, setProgress),
    onSuccess: ({ result }) => shell.toast({ title: t('imported', { count: result.created }) }),
    onError: () => shell.toast({ title: t('importFailed'), colour: 'red' }),
    // Clients may have been made with the rows.
    onSettled: () =>
      Promise.all([collection, collections.orgs].map((each) => refreshRecords(queryClient, each))),
  })
  const close = () => {
    onClose()
    if (run.data === undefined || run.data.undoUntil === null || isUndone) return
    const { id, result } = run.data
    offerUndo({ key: id, sentence: t('imported', { count: result.created }), undo: () => undoBulk(id) })
  }
  const frame = (content: ReactNode, buttons: ReactNode) => (
    <WizardDialog
      title={t('importTitle', { label })}
      maxWidth="md"
      onClose={run.isPending ? () => {} : close}
      buttons={buttons}
    >
      {content}
    </WizardDialog>
  )
  const reread = (file: FilePreview) => (reading: FileReading) => {
    const isSameTable = reading.sheet === file.reading.sheet && reading.headerRow === file.reading.headerRow
    if (isSameTable) setHead({ ...file, reading })
    else read.mutate({ file: file.file, reading })
  }
  const readError = read.error !== null && <Alert severity="error">{read.error.message}</Alert>

  if (head === null) {
    return frame(
      <>
        <FilePicker onFile={(file) => read.mutate({ file, reading: {} })} />
        {readError}
        <RecentImports collection={collection} />
      </>,
      <Button onClick={onClose}>{t('cancel')}</Button>,
    )
  }
  if (run.isPending || check.isPending) {
    return frame(
      <WorkProgress
        label={t(run.isPending ? 'importing' : 'reading')}
        far={(done, total) => t('rows', { done, total })}
        progress={progress}
        hint={run.isPending ? t('goesOn') : undefined}
      />,
      <Button onClick={onClose}>{t(run.isPending ? 'close' : 'cancel')}</Button>,
    )
  }
  if (run.data !== undefined) {
    const { id, result, undoUntil } = run.data
    return frame(
      <>
        <ImportReportView result={result} isDryRun={false} fileName={head.file.name} />
        {undoUntil !== null && (
          <UndoOffer
            until={undoUntil}
            {...{ collection, id, label: t('undoImport') }}
            onUndone={() => setUndone(true)}
            isUndone={isUndone}
          />
        )}
      </>,
      <Button variant="contained" onClick={close}>
        {t('close')}
      </Button>,
    )
  }
  if (check.data !== undefined) {
    const { result } = check.data
    const isChecked = check.data.choiceKey === choiceKey
    const asksComma = head.reading.decimal === 'comma' || refusesComma(collection, choices.mapping, result)
    return frame(
      <>
        <ImportReportView result={result} isDryRun fileName={head.file.name} />
        <FileControls head={{ ...head, sheets: [], rows: [] }} asksComma={asksComma} onRead={reread(head)} />
        <CellMeanings
          {...{
            collection,
            cells: choices.cells,
            meanings: choices.meanings,
            createsOrgs: choices.createsOrgs,
          }}
          missingOrgs={result.missingOrgs ?? 0}
          onMean={mean}
          onCreateOrgs={collections.orgs.access.create(actor) ? createOrgs : null}
        />
        {!isChecked && <Alert severity="info">{t('recheck')}</Alert>}
        {run.error !== null && <Alert severity="error">{run.error.message}</Alert>}
      </>,
      <>
        <Button onClick={() => check.reset()}>{t('back')}</Button>
        {!isChecked && (
          <Button variant="contained" onClick={() => check.mutate(head)}>
            {t('checkAgain')}
          </Button>
        )}
        {isChecked && result.created > 0 && (
          <Button variant="contained" onClick={() => run.mutate(head)}>
            {t('startImport', { count: result.created })}
          </Button>
        )}
      </>,
    )
  }
  const isReady = unmappedRequired(collection, choices.mapping).length === 0
  const asksComma = head.reading.decimal === 'comma' || samplesHaveComma(collection, choices.mapping, head)
  return frame(
    <>
      <FileControls head={head} asksComma={asksComma} onRead={reread(head)} />
      {head.encoding === 'windows-1252' && <Alert severity="info">{t('windowsLetters')}</Alert>}
      {readError}
      <MappingTable
        key={JSON.stringify([head.file.name, head.reading.sheet, head.headerRow])}
        {...{ collection, head, mapping: choices.mapping, guess: choices.guess }}
        onChange={map}
      />
      {check.error !== null && <Alert severity="error">{check.error.message}</Alert>}
    </>,
    <>
      <Button
        onClick={() => {
          setHead(null)
          read.reset()
        }}
      >
        {t('anotherFile')}
      </Button>
      <Button variant="contained" disabled={!isReady} onClick={() => check.mutate(head)}>
        {t('check')}
      </Button>
    </>,
  )
}
