import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import type { AnyRecord, Declaration } from '@portal/contract'
import { isReference } from '../../declaration/is-reference.ts'
import { isEditable, selfAssignableFields } from '../../edit/may-write.ts'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { userAtom } from '../../../session/session.ts'
import { Collaborators } from './Collaborators.tsx'
import { FieldGrid } from '../tabs/DetailsTab.tsx'
import { assignFields } from '../people-and-relations.ts'
import { t } from '../texts.ts'

/** Assigns the record: to oneself or to another person. */
export function AssignTab({
  declaration,
  record,
  form,
}: {
  declaration: Declaration
  record: AnyRecord
  form: RecordForm
}) {
  const user = useAtomValue(userAtom)
  const fields = assignFields(declaration, form.actor)
  const isMine = (name: string) => {
    const value = form.valueOf(name)
    return isReference(value) && value.pid === form.actor.pid
  }
  const mayTake = fields.filter(
    ({ name, declared }) =>
      form.readOnly === null &&
      selfAssignableFields.includes(name) &&
      isEditable(declared, form.actor) &&
      !isMine(name),
  )
  return (
    <Box sx={{ paddingBlock: 4, display: 'flex', flexDirection: 'column', gap: 4 }}>
      <FieldGrid fields={fields} record={record} form={form} />
      {user !== null && mayTake.length > 0 && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {mayTake.map(({ name, label }) => (
            <Button
              key={name}
              variant="outlined"
              onClick={() => form.choose(name, { pid: user.pid, title: user.name })}
            >
              {mayTake.length === 1 ? t('assignToMe') : `${t('assignToMe')}: ${label}`}
            </Button>
          ))}
        </Box>
      )}
      {Object.hasOwn(declaration.fields, 'collaborators') && (
        <Collaborators declaration={declaration} form={form} />
      )}
    </Box>
  )
}
