import Button from '@mui/material/Button'
import { useState } from 'react'
import { isAdministrator } from '@portal/contract'
import { useRecordPage } from '../../page/record-page-context.ts'
import { t } from '../../texts.ts'
import { AddFieldDialog } from './AddFieldDialog.lazy.ts'

/** `Add field`, for administrators. */
export function AddFieldButton() {
  const { collection, actor, label } = useRecordPage()
  const [isOpen, setOpen] = useState(false)
  if (!isAdministrator(actor.role)) return null
  return (
    <>
      <Button
        variant="outlined"
        sx={{ flex: 'none', whiteSpace: 'nowrap' }}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('addField')}
      </Button>
      {isOpen && <AddFieldDialog collection={collection} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}
