import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Actor, Declaration } from '@portal/contract'
import type { BulkOutcome, BulkSelection } from './bulk-calls.ts'
import { BulkFrame, Checking, PartlyDone, PreviewText, Running, Trouble } from './BulkSteps.tsx'
import { t } from './texts.ts'
import { patchOf, UpdateForm, writableFields } from './UpdateForm.tsx'
import type { Change } from './UpdateForm.tsx'
import { useBulkRun } from './use-bulk-run.ts'

export interface UpdateDialogProps {
  collection: Declaration
  actor: Actor
  selection: BulkSelection
  count: number
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

/** Gives fields of the selected records the same values: choose, see what would happen, do it. */
export default function UpdateDialog({ collection, actor, selection, count, onDone, onClose }: UpdateDialogProps) {
  const [changes, setChanges] = useState<Change[]>([{ key: 0, name: '', value: null }])
  const { preview, run, progress } = useBulkRun(collection, selection, (outcome) => {
    onDone(outcome)
    if (outcome.failed.length === 0) onClose()
  })
  const action = { kind: 'update', patch: patchOf(changes) } as const
  const title = t('updateTitle', { count })

  if (run.isSuccess) {
    const sentence = t('didUpdate', { count: run.data.changed })
    return <PartlyDone collection={collection} title={title} sentence={sentence} outcome={run.data} onClose={onClose} />
  }
  if (run.isPending) {
    return (
      <BulkFrame title={title} onClose={() => {}} buttons={progress !== null && <Button onClick={onClose}>{t('close')}</Button>}>
        <Running progress={progress} />
      </BulkFrame>
    )
  }
  if (preview.isSuccess) {
    const { changed } = preview.data
    const back = () => {
      preview.reset()
      run.reset()
    }
    return (
      <BulkFrame
        title={title}
        onClose={onClose}
        buttons={
          <>
            <Button onClick={back}>{t('back')}</Button>
            {changed > 0 && (
              <Button variant="contained" onClick={() => run.mutate(action)}>
                {t('update', { count: changed })}
              </Button>
            )}
          </>
        }
      >
        <PreviewText collection={collection} sentence={t('willUpdate', { count: changed })} outcome={preview.data} />
        {run.error !== null && <Trouble error={run.error} />}
      </BulkFrame>
    )
  }
  const hasChange = Object.keys(action.patch).length > 0
  return (
    <BulkFrame
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="contained" disabled={!hasChange || preview.isPending} onClick={() => preview.mutate(action)}>
            {t('preview')}
          </Button>
        </>
      }
    >
      <UpdateForm fields={writableFields(collection, actor)} changes={changes} onChange={setChanges} />
      {preview.isPending && <Checking />}
      {preview.error !== null && <Trouble error={preview.error} />}
    </BulkFrame>
  )
}
