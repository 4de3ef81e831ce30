import Button from '@mui/material/Button'
import { useEffect } from 'react'
import type { Declaration } from '@portal/contract'
import type { BulkOutcome, BulkSelection } from './bulk-calls.ts'
import { BulkFrame, Checking, PartlyDone, PreviewText, Running, Trouble } from './BulkSteps.tsx'
import { t } from './texts.ts'
import { useBulkRun } from './use-bulk-run.ts'

export interface DeleteDialogProps {
  collection: Declaration
  selection: BulkSelection
  count: number
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

const action = { kind: 'delete' } as const

/** Deletes the selected records: says first how many it would be and which are refused. */
export default function DeleteDialog({ collection, selection, count, onDone, onClose }: DeleteDialogProps) {
  const { preview, run, progress } = useBulkRun(collection, selection, (outcome) => {
    onDone(outcome)
    if (outcome.failed.length === 0) onClose()
  })
  const { mutate: look } = preview
  useEffect(() => look(action), [look])
  const title = t('deleteTitle', { count })

  if (run.isSuccess) {
    const sentence = t('didDelete', { count: run.data.changed })
    return <PartlyDone collection={collection} title={title} sentence={sentence} outcome={run.data} onClose={onClose} />
  }
  if (run.isPending) {
    return (
      <BulkFrame title={title} onClose={() => {}} buttons={progress !== null && <Button onClick={onClose}>{t('close')}</Button>}>
        <Running progress={progress} />
      </BulkFrame>
    )
  }
  const changed = preview.data?.changed ?? 0
  return (
    <BulkFrame
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {changed > 0 && (
            <Button variant="contained" color="error" onClick={() => run.mutate(action)}>
              {t('delete', { count: changed })}
            </Button>
          )}
        </>
      }
    >
      {preview.data !== undefined && <PreviewText collection={collection} sentence={t('willDelete', { count: changed })} outcome={preview.data} />}
      {preview.data === undefined && preview.error === null && <Checking />}
      {preview.error !== null && <Trouble error={preview.error} />}
      {run.error !== null && <Trouble error={run.error} />}
    </BulkFrame>
  )
}
