import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { isAdministrator } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import { useRecordPage } from '../page/record-page-context.ts'
import { recordQuery } from '../list/record-queries.ts'
import { titleOf } from '../declaration/record-title.ts'
import { WizardDialog } from '../jobs/WizardDialog.tsx'
import { Checking, Trouble } from './BulkSteps.tsx'
import { restoreRecord, useDeleteRecord } from './delete-record.ts'
import { DeletedLink } from '../drawer/DeletedLink.tsx'
import { t } from './texts.ts'

export interface DeleteOneDialogProps {
  collection: Declaration
  pid: string
  onDeleted: (record: AnyRecord) => void
  onClose: () => void
}

/** Asks for confirmation, with the record's name, before one record is deleted. */
export default function DeleteOneDialog({ collection, pid, onDeleted, onClose }: DeleteOneDialogProps) {
  const { actor, offerUndo } = useRecordPage()
  const { data: record, error } = useQuery(recordQuery(collection, pid))
  const remove = useDeleteRecord(collection, (deleted) => {
    // Only administrators restore records.
    if (isAdministrator(actor.role)) {
      offerUndo({
        key: deleted.pid,
        sentence: t('didDelete', { count: 1 }),
        undo: () => restoreRecord(collection, deleted),
      })
    }
    onDeleted(deleted)
    onClose()
  })
  const title =
    record === undefined
      ? t('deleteTitle', { count: 1 })
      : t('deleteOneTitle', { name: titleOf(collection, record) })
  return (
    <WizardDialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {record !== undefined && (
            <Button
              variant="contained"
              color="error"
              disabled={remove.isPending}
              onClick={() => remove.mutate(record)}
            >
              {t('deleteOne')}
            </Button>
          )}
        </>
      }
    >
      {record !== undefined && (
        <>
          <Typography>{t('willDelete', { count: 1 })}</Typography>
          <DeletedLink />
        </>
      )}
      {record === undefined && error === null && <Checking />}
      {error !== null && <Trouble error={error} />}
    </WizardDialog>
  )
}
