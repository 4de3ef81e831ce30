import Button from '@mui/material/Button'
import { useEffect } from 'react'
import type { BulkDialogOf } from './bulk-calls.ts'
import { BulkDialog, Checking, PreviewText, Trouble } from './BulkSteps.tsx'
import { DeletedLink } from '../drawer/DeletedLink.tsx'
import { t } from './texts.ts'
import { useBulkRun } from './use-bulk-run.ts'

const action = { kind: 'delete' } as const

/** Deletes the selected records. First says how many would be deleted and which are refused. */
export default function DeleteDialog({ collection, selection, count, onDone, onClose }: BulkDialogOf) {
  const bulk = useBulkRun(collection, selection, { onDone, onClose })
  const { preview, run } = bulk
  const { mutate: look } = preview
  useEffect(() => look(action), [look])
  const changed = preview.data?.changed ?? 0
  return (
    <BulkDialog
      collection={collection}
      title={t('deleteTitle', { count })}
      bulk={bulk}
      did={(deleted) => t('didDelete', { count: deleted })}
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
      {preview.data !== undefined && (
        <PreviewText
          collection={collection}
          sentence={t('willDelete', { count: changed })}
          outcome={preview.data}
        />
      )}
      {preview.data !== undefined && <DeletedLink />}
      {preview.data === undefined && preview.error === null && <Checking />}
      {preview.error !== null && <Trouble error={preview.error} />}
    </BulkDialog>
  )
}
