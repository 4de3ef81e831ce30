import { NewField, Refusal, isAdministrator, isReadByClients, refusalOf, phrase } from '@portal/contract'
import type { Actor, AddedField, ColumnConfig, Declaration } from '@portal/contract'
import type { Transaction } from 'kysely'
import { isDatabaseError } from '#engine/query/reading.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { DomainDeps } from '../deps.ts'
import { collectionsSharing, addedColumn, fieldPath } from '#platform/configuration/added-fields.ts'
import { touchConfiguration } from './change-configuration.ts'

const uniqueViolation = '23505'
export const maxAddedFields = 100

/**
 * Stores a field for a collection and those that share its fields. A name that is taken breaks a unique
 * index.
 */
export async function insertAddedField(
  trx: Transaction<Tables>,
  { collection, name, label, type, options, masked }: AddedField,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const rows = collectionsSharing(collection).map((sharing) => ({
    collection: sharing,
    name,
    label,
    type,
    options: options ?? null,
    masked,
    created_at: at,
    created_by: by,
  }))
  await trx.insertInto('custom_fields').values(rows).execute()
}

/**
 * The refusal of a name that a field has, also a removed one. `path` is the place of the name in the body.
 */
export function takenName(name: string, path: string): Refusal {
  const detail = phrase(
    'There is a field {{name}} already, or one that was removed: restore it in Settings, Columns, or choose another name.',
    { name },
  )
  return new Refusal('duplicate', detail, { errors: [{ path, code: 'duplicate', detail }] })
}

/**
 * `POST /{collection}/fields`: adds a field to a collection and returns its column. Administrators only
 * (403); 400 with what is invalid; 409 if the name belongs to a field, also a removed one, or the collection
 * has `maxAddedFields` already. Clients see a new field only when an administrator allows it (contract.md
 * 11.3).
 */
export async function addField(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  body: unknown,
): Promise<ColumnConfig> {
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'Only administrators can add fields.')
  const parsed = NewField.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { name, label, options, masked = isReadByClients(declaration.name) } = parsed.data
  if (options !== undefined && new Set(options).size < options.length) {
    const detail = 'body.options lists an option twice'
    throw new Refusal('validation-failed', detail, {
      errors: [{ path: 'body.options', code: 'repeated', detail }],
    })
  }
  if (Object.keys(declaration.added ?? {}).length >= maxAddedFields)
    throw new Refusal(
      'duplicate',
      phrase('A collection can have up to {{mostFields}} custom fields.', { mostFields: maxAddedFields }),
    )
  const at = deps.clock.now()
  try {
    await deps.database.kysely.transaction().execute(async (trx) => {
      await insertAddedField(
        trx,
        { collection: declaration.name, ...parsed.data, masked },
        { at, by: actor.pid },
      )
      await touchConfiguration(deps, trx, actor.pid, [
        { field: fieldPath(declaration.name, name), from: null, to: label },
      ])
    })
  } catch (error) {
    if (!isDatabaseError(error, uniqueViolation)) throw error
    throw takenName(name, 'body.name')
  }
  return addedColumn({ collection: declaration.name, ...parsed.data, masked })
}
