import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@portal/contract'
import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Principal } from './principal.ts'
import { principalColumn } from './principal.ts'

export type UserRow = Selectable<Tables['users']>

/** The user fields that authentication code sets. All other fields are written as records. */
export interface SystemFields {
  status?: string
  accepted_at?: Date
  passkey_count?: number
  auth_methods?: string[]
  time_zone?: string | null
  locale?: string | null
  /** As JSON text. */
  notification_prefs?: string
}

/**
 * Locks a person until the transaction ends, so that changes of one account run one after the other. Throws
 * 404.
 */
export async function lockUser(trx: Transaction<Tables>, pid: string): Promise<UserRow> {
  const row = await trx
    .selectFrom('users')
    .selectAll()
    .where('pid', '=', pid)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not-found', 'Person not found.')
  return row
}

const fieldName = (column: string) =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const wire = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))
const written = (column: string, value: unknown): unknown =>
  column === 'notification_prefs' && typeof value === 'string' ? JSON.parse(value) : wire(value)

/**
 * Sets fields of a locked person and appends a history entry, which also reaches open browsers. Does nothing
 * if no field changes.
 */
export async function updateUser(
  trx: Transaction<Tables>,
  user: UserRow,
  set: SystemFields,
  by: string | null,
  at: Date,
  reason: string | null = null,
): Promise<void> {
  const before: Readonly<Record<string, unknown>> = user
  const changes = Object.entries(set)
    .map(([column, to]: [string, unknown]) => ({
      field: fieldName(column),
      from: wire(before[column]),
      to: written(column, to),
    }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
  if (changes.length === 0) return
  if (reason !== null) changes.push({ field: 'reason', from: null, to: reason })
  const version = user.version + 1
  await trx
    .updateTable('users')
    .set({ ...set, version, updated_at: at, updated_by: by })
    .where('pid', '=', user.pid)
    .execute()
  await appendEvent(trx, {
    collection: 'users',
    pid: user.pid,
    action: 'update',
    version,
    actor: by,
    at,
    changes,
  })
}

/** The number of sign-in methods of a principal: passkeys and Microsoft identities. */
export async function countMethods(
  trx: Transaction<Tables>,
  principal: Principal,
): Promise<{ passkeys: number; microsoft: number }> {
  const column = sql.ref(principalColumn(principal))
  const { rows } = await sql<{ passkeys: number; microsoft: number }>`select
    (select count(*) from passkeys where ${column} = ${principal.pid}) as passkeys,
    (select count(*) from microsoft_identities where ${column} = ${principal.pid}) as microsoft`.execute(trx)
  return rows[0] ?? { passkeys: 0, microsoft: 0 }
}

/** Updates the sign-in methods in a person's record, together with the fields in `further`. */
export async function noteMethods(
  trx: Transaction<Tables>,
  user: UserRow,
  further: SystemFields,
  by: string | null,
  at: Date,
): Promise<void> {
  const { passkeys, microsoft } = await countMethods(trx, { kind: 'person', pid: user.pid })
  const methods = [...(passkeys > 0 ? ['PASSKEY'] : []), ...(microsoft > 0 ? ['MICROSOFT'] : [])]
  await updateUser(trx, user, { passkey_count: passkeys, auth_methods: methods, ...further }, by, at)
}
