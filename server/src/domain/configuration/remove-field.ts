import { Refusal, isAdministrator, phrase } from '@portal/contract'
import type { Actor, ColumnConfig, Declaration, FieldUse, RemovedFields } from '@portal/contract'
import { sql } from 'kysely'
import { addedKey } from '#engine/sql/field-sql.ts'
import { listViewsNaming } from '#engine/views/views.queries.ts'
import type { DomainDeps } from '../deps.ts'
import {
  collectionsSharing,
  addedColumn,
  fieldPath,
  listAddedFields,
} from '#platform/configuration/added-fields.ts'
import { touchConfiguration } from './change-configuration.ts'

function requireAdministrator({ role }: Actor): void {
  if (!isAdministrator(role))
    throw new Refusal('forbidden', 'Only administrators can remove and restore fields.')
}

/** The key of an added field, given as the key or as `custom.<key>`. Throws 404 for any other name. */
function keyOf(name: string): string {
  const key = addedKey(name.startsWith('custom.') ? name : `custom.${name}`)
  if (key === null)
    throw new Refusal('not-found', phrase('Custom field {{name}} not found.', { name: name.slice(0, 60) }))
  return key
}

/**
 * `GET /{collection}/fields/{field}/use`: how many records have a value in an added field, and which views
 * use
 * it. Throws 403, 404.
 */
export async function useOfField(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  name: string,
): Promise<FieldUse> {
  requireAdministrator(actor)
  const key = keyOf(name)
  if (declaration.added?.[`custom.${key}`] === undefined)
    throw new Refusal('not-found', phrase('Custom field {{key}} not found.', { key }))
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(declaration.table)} t
    where t.custom <> '{}' and jsonb_exists(t.custom, ${key}) and t.deleted_at is null`.execute(
    deps.database.kysely,
  )
  const views = await listViewsNaming(deps.database.kysely, actor, collectionsSharing(declaration.name), key)
  return { records: rows[0]?.n ?? 0, ...views }
}

/**
 * Removes or restores a field and returns its heading. Throws 403, and 404 if there is no such field to
 * change.
 */
async function setRemoved(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  name: string,
  isRemoved: boolean,
): Promise<string> {
  requireAdministrator(actor)
  const key = keyOf(name)
  const removal = isRemoved
    ? { removed_at: deps.clock.now(), removed_by: actor.pid }
    : { removed_at: null, removed_by: null }
  return deps.database.kysely.transaction().execute(async (trx) => {
    const [changed] = await trx
      .updateTable('custom_fields')
      .set(removal)
      .where('collection', 'in', collectionsSharing(declaration.name))
      .where('name', '=', key)
      .where('removed_at', isRemoved ? 'is' : 'is not', null)
      .returning('label')
      .execute()
    if (changed === undefined)
      throw new Refusal(
        'not-found',
        phrase(isRemoved ? 'Custom field {{key}} not found.' : 'Removed field {{key}} not found.', {
          key,
        }),
      )
    const [from, to] = isRemoved ? [changed.label, null] : [null, changed.label]
    await touchConfiguration(deps, trx, actor.pid, [{ field: fieldPath(declaration.name, key), from, to }])
    return changed.label
  })
}

/**
 * `DELETE /{collection}/fields/{field}`: removes an added field from tables, filters, forms, views, import
 * and
 * export. Records keep its values for a restore. Administrators only (403); 404 if the field does not exist.
 */
export async function removeField(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  name: string,
): Promise<void> {
  await setRemoved(deps, actor, declaration, name, true)
}

/**
 * `POST /{collection}/fields/{field}/restore`: restores a removed field with its values and returns its
 * column.
 * Throws 403, 404.
 */
export async function restoreField(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  name: string,
): Promise<ColumnConfig> {
  await setRemoved(deps, actor, declaration, name, false)
  const added = await listAddedFields(deps.database.kysely)
  const field = added.find(
    (addition) => addition.collection === declaration.name && addition.name === keyOf(name),
  )
  if (field === undefined)
    throw new Refusal('not-found', phrase('Custom field {{name}} not found.', { name: name.slice(0, 60) }))
  return addedColumn(field)
}

/** `GET /{collection}/removed_fields`: the removed fields of a collection. Administrators only (403). */
export async function listRemovedFields(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
): Promise<RemovedFields> {
  requireAdministrator(actor)
  const rows = await deps.database.kysely
    .selectFrom('custom_fields')
    .leftJoin('users', 'users.pid', 'custom_fields.removed_by')
    .select(['custom_fields.name as key', 'label', 'removed_at', 'users.name as person'])
    .where('collection', '=', declaration.name)
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('key')
    .execute()
  return {
    fields: rows.map(({ key, label, removed_at: at, person }) => ({
      name: `custom.${key}`,
      label,
      removedAt: (at ?? deps.clock.now()).toISOString(),
      removedBy: person,
    })),
  }
}
