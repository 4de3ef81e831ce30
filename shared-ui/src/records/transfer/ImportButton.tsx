import Button from '@mui/material/Button'
import { useState } from 'react'
import { isAdministrator } from '@portal/contract'
import { useRecordPage } from '../page/record-page-context.ts'
import { t } from '../texts.ts'
import { ImportDialog } from './ImportDialog.lazy.ts'

/**
 * `Import`, for administrators where the collection takes new records; a fixed projection, such as Processed
 * permits, has none.
 */
export function ImportButton() {
  const { collection, actor, label } = useRecordPage()
  const [isOpen, setOpen] = useState(false)
  if (
    !isAdministrator(actor.role) ||
    !collection.access.create(actor) ||
    collection.createRefusal !== undefined
  )
    return null
  return (
    <>
      <Button
        variant="outlined"
        sx={{ flex: 'none', whiteSpace: 'nowrap' }}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('import')}
      </Button>
      {isOpen && <ImportDialog collection={collection} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}
