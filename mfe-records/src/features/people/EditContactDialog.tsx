import type { ContactRole } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useState } from 'react'
import { NameField } from './AddPersonDialog.tsx'
import { ContactFields, RoleField } from './ContactFields.tsx'
import { bodyOf } from './people.queries.ts'
import type { ContactValues } from './people.queries.ts'
import { t } from './texts.ts'

export interface EditContactDialogProps {
  role: ContactRole
  values: ContactValues
  isBusy: boolean
  failure: string | null
  onSave: (role: ContactRole, body: object) => void
  onClose: () => void
}

/** Edits a contact and its role. */
export function EditContactDialog({
  role: before,
  values: given,
  isBusy,
  failure,
  onSave,
  onClose,
}: EditContactDialogProps) {
  const [role, setRole] = useState(before)
  const [values, setValues] = useState(given)
  const [isTried, setTried] = useState(false)
  const isMissing = values.name.trim() === ''
  const submit = () => {
    setTried(true)
    if (!isMissing) onSave(role, bodyOf(values))
  }
  return (
    <FormDialog
      title={t('editTitle')}
      text={t('editHint')}
      action={t('save')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField
        value={values.name}
        isMissing={isTried && isMissing}
        onChange={(name) => setValues({ ...values, name })}
      />
      <RoleField role={role} onRole={setRole} />
      <ContactFields values={values} onChange={setValues} />
    </FormDialog>
  )
}
