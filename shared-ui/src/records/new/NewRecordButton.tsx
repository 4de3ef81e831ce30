import Button from '@mui/material/Button'
import { useState } from 'react'
import { lazyDialog } from '../../feedback/lazy-dialog.tsx'
import { Icon } from '../../icons/Icon.tsx'
import { mdiPlus } from '../../icons/paths.ts'
import { t } from '../edit/texts.ts'
import { mayCreate } from '../may-create.ts'
import { useRecordPage } from '../record-page-context.ts'

const NewRecordForm = lazyDialog(() => import('./lazy/NewRecordForm.tsx'))

/**
 * The toolbar's `New` button, shown if the viewer may create records. The new record is opened. In an empty
 * table the label names the kind of record.
 */
export function NewRecordButton({ label = t('new') }: { label?: string }) {
  const { collection, actor, table } = useRecordPage()
  const [isOpen, setOpen] = useState(false)
  if (!mayCreate(collection, actor)) return null
  return (
    <>
      <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <NewRecordForm
          collection={collection}
          onClose={() => setOpen(false)}
          onCreated={(pid) => {
            setOpen(false)
            table.openRecord(pid)
          }}
        />
      )}
    </>
  )
}

/**
 * Opens the form of a new record if the address requests it, as the command palette and bookmarks do. The
 * request is removed from the address.
 */
export function NewRecordOfAddress() {
  const { collection, actor, table } = useRecordPage()
  if (!table.isNew || !mayCreate(collection, actor)) return null
  return (
    <NewRecordForm
      collection={collection}
      onClose={table.leaveNew}
      onCreated={(pid) => table.openRecord(pid, { replace: true })}
    />
  )
}
