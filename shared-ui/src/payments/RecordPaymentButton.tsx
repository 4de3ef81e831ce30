import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { isStaff } from '@portal/contract'
import { actorAtom } from '../session/session.ts'
import type { RecordPaymentDialogProps } from './RecordPaymentDialog.tsx'
import { t } from './texts.ts'
import { RecordPaymentDialog } from './RecordPaymentDialog.lazy.ts'

/** Lets staff record a received payment. Clients do not see the button. */
export function RecordPaymentButton(props: Omit<RecordPaymentDialogProps, 'onClose'>) {
  const actor = useAtomValue(actorAtom)
  const [isOpen, setOpen] = useState(false)
  if (actor === null || !isStaff(actor.role)) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {t('record')}
      </Button>
      {isOpen && <RecordPaymentDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
