import Button from '@mui/material/Button'
import { useState } from 'react'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiPlus } from '../../../icons/paths.ts'
import { t } from '../texts.ts'
import { mayCreate } from '../may-create.ts'
import { useRecordPage } from '../../page/record-page-context.ts'
import { NewRecordForm } from './NewRecordForm.lazy.ts'

/**
 * The toolbar's `New`, where the viewer may make records; what is made opens. In an empty table it says what
 * of.
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
 * The form of a new record where the address asks for it, as the command palette and bookmarks do. It is
 * asked for once.
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
