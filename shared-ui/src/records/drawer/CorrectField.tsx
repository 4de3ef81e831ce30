import Button from '@mui/material/Button'
import { useState } from 'react'
import { isAdministrator, isClosedRecord } from '@portal/contract'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { t } from '../texts.ts'
import { CorrectDialog } from './CorrectDialog.lazy.ts'

/** True if the actor may correct this field of a decided record, which is otherwise read-only. */
export function isCorrectable(
  declaration: Declaration,
  name: string,
  record: AnyRecord,
  actor: Pick<Actor, 'role'>,
): boolean {
  return (
    declaration.correctableFields?.includes(name) === true &&
    isClosedRecord(declaration, record) &&
    typeof record['issuedDate'] === 'string' &&
    isAdministrator(actor.role)
  )
}

/** The button with which an administrator corrects a field of a closed record, with a reason. */
export function CorrectField({
  declaration,
  label,
  record,
}: {
  declaration: Declaration
  label: string
  record: AnyRecord
}) {
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
      {isOpen && <CorrectDialog declaration={declaration} record={record} onClose={() => setOpen(false)} />}
    </>
  )
}
