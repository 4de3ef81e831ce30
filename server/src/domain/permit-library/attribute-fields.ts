import { Refusal, attributeLabel, isStaff, phrase } from '@portal/contract'
import type { Actor, Field, LibraryAttribute, PermitLibrary } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { insertAddedField, maxAddedFields, takenName } from '../configuration/add-field.ts'

const collection = 'permits'

/**
 * Adds the fields of new attributes to permits. An attribute may also take over an added field of the same
 * kind. Throws 409 for the name of a removed field or too many fields, 400 for a field of another kind.
 */
export async function addAttributeFields(
  trx: Transaction<Tables>,
  before: PermitLibrary,
  { attributes }: PermitLibrary,
  by: { at: Date; by: string },
): Promise<void> {
  if (attributes.length === 0) return
  const rows = await trx
    .selectFrom('custom_fields')
    .select(['name', 'type', 'options', 'removed_at'])
    .where('collection', '=', collection)
    .execute()
  const known = new Map(rows.map((row) => [row.name, row]))
  for (const [at, attribute] of attributes.entries()) {
    const { name, type, options, masked } = attribute
    const field = known.get(name)
    const path = `body.attributes.${at}`
    if (field === undefined) {
      const label = attributeLabel(attribute)
      await insertAddedField(trx, { collection, name, label, type, options, masked }, by)
      continue
    }
    // A field that was removed keeps its attribute, which has no effect meanwhile.
    const isNew = before.attributes.every((each) => each.name !== name)
    if (isNew && field.removed_at !== null) throw takenName(name, `${path}.name`)
    const isOther =
      field.type !== type || JSON.stringify(field.options ?? []) !== JSON.stringify(options ?? [])
    if (!isOther) continue
    const detail = phrase('There is a field {{name}} of another kind. Choose another name.', { name })
    throw new Refusal('validation-failed', detail, {
      errors: [{ path: `${path}.type`, code: 'wrong-type', detail }],
    })
  }
  const active = rows.filter((row) => row.removed_at === null).length
  const added = attributes.filter(({ name }) => !known.has(name)).length
  if (active + added > maxAddedFields)
    throw new Refusal(
      'duplicate',
      phrase('A collection can have up to {{mostFields}} custom fields.', { mostFields: maxAddedFields }),
    )
}

/** The attributes that the actor may know of, each hidden from clients as its field is. */
export const visibleAttributes = (
  attributes: readonly LibraryAttribute[],
  fields: Readonly<Record<string, Field>>,
  actor: Pick<Actor, 'role'>,
): LibraryAttribute[] =>
  attributes
    .map((attribute) => {
      const field = fields[`custom.${attribute.name}`]
      return { ...attribute, masked: field === undefined ? attribute.masked : field.masked === true }
    })
    .filter(({ masked }) => isStaff(actor.role) || !masked)
