import Button from '@mui/material/Button'
import { useState } from 'react'
import { isAdministrator, issuanceFields } from '@portal/contract'
import type { Actor, AnyRecord } from '@portal/contract'
import { t } from '../texts.ts'
import { CorrectDialog } from './CorrectDialog.lazy.ts'

/** True if the actor may correct this field of a decided record, which is otherwise read-only. */
export function isCorrectable(name: string, record: AnyRecord, actor: Pick<Actor, 'role'>): boolean {
  const isFact = issuanceFields.some((field) => field === name)
  return (
    isFact &&
    record['bucket'] === 'processed' &&
    typeof record['issuedDate'] === 'string' &&
    isAdministrator(actor.role)
  )
}

/** The button with which an administrator corrects a field of an issued permit, with a reason. */
export function CorrectField({ label, record }: { label: string; record: AnyRecord }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-label={t('correctField', { label })}
        sx={{ minHeight: 24, paddingBlock: 0 }}
        onClick={() => setOpen(true)}
      >
        {t('correct')}
      </Button>
      {isOpen && <CorrectDialog record={record} onClose={() => setOpen(false)} />}
    </>
  )
}
