import { clientTaskRequires, fieldLabel } from '@portal/contract'
import type { Actor, CurrentUser, Declaration, Field } from '@portal/contract'
import type { FormValues } from '../draft.ts'
import { isEditable } from '../may-write.ts'

export interface NewField {
  name: string
  label: string
  declared: Field
  isRequired: boolean
}

/** Names a new record must have besides those its declaration requires. Source: contract.md 2. */
const alsoRequired: Readonly<Record<string, readonly string[]>> = { ctasks: clientTaskRequires }

/** The fields a new record is made of: those the actor may write, what is required first. */
export function newFields(declaration: Declaration, actor: Actor): NewField[] {
  const all = [...Object.entries(declaration.fields), ...Object.entries(declaration.added ?? {})]
  const fields = all.flatMap(([name, declared]): NewField[] => {
    // Collaborators are identifiers here; they are chosen by name on the record's Assign tab.
    if (!isEditable(declared, actor) || name === 'collaborators') return []
    const isRequired = declared.required === true || alsoRequired[declaration.name]?.includes(name) === true
    return [{ name, label: fieldLabel(name, declared), declared, isRequired }]
  })
  return [...fields.filter((field) => field.isRequired), ...fields.filter((field) => !field.isRequired)]
}

/** What a form starts with: a client makes records for their own organization. */
export function startValues(
  declaration: Declaration,
  actor: Actor,
  user: Pick<CurrentUser, 'org'> | null,
): FormValues {
  const org = declaration.fields['org']
  return user?.org && org !== undefined && isEditable(org, actor) ? { org: user.org } : {}
}
