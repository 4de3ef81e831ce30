import { contactRoles } from '@portal/contract'
import type { ContactRole } from '@portal/contract'
import { MenuItem, TextField } from '@portal/shared-ui/mui'
import type { ContactValues } from './people.queries.ts'
import { roleLabel } from './roles.ts'
import { t } from './texts.ts'

/** The role of a contact on a permit, or the contact's usual role. */
export function RoleField({ role, onRole }: { role: ContactRole; onRole: (role: ContactRole) => void }) {
  return (
    <TextField
      select
      label={t('role')}
      value={role}
      onChange={({ target }) => {
        const chosen = contactRoles.find((contactRole) => contactRole === target.value)
        if (chosen !== undefined) onRole(chosen)
      }}
    >
      {contactRoles.map((code) => (
        <MenuItem key={code} value={code}>
          {roleLabel(code)}
        </MenuItem>
      ))}
    </TextField>
  )
}

export interface ContactFieldsProps {
  values: ContactValues
  onChange: (values: ContactValues) => void
}

/** The fields of a contact except the name. */
export function ContactFields({ values, onChange }: ContactFieldsProps) {
  const field = (name: 'company' | 'phone' | 'email' | 'licenceNo', type: string, maxLength: number) => (
    <TextField
      key={name}
      type={type}
      label={t(name)}
      value={values[name]}
      onChange={({ target }) => onChange({ ...values, [name]: target.value })}
      slotProps={{ htmlInput: { maxLength } }}
    />
  )
  return [
    field('company', 'text', 500),
    field('phone', 'tel', 60),
    field('email', 'email', 254),
    field('licenceNo', 'text', 500),
  ]
}
