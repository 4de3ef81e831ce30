import { Refusal, phrase } from '@portal/contract'
import type { Declaration, RecordOf, RecordValues } from '@portal/contract'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import type { RawBuilder } from 'kysely'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { allModules } from '../modules/collection-module.ts'
import type { UniqueIndexMessage } from '../modules/collection-module.ts'
import { columnName, columnTypes, quotedColumn, storedFields } from '../sql/columns.ts'
import { addedKey } from '../sql/field-sql.ts'
import type { Placeholder } from '../sql/prepared-query.ts'
import { isDatabaseError, timeoutProblem } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import type { WriteContext } from './write-context.ts'

/**
 * Runs a write in a transaction. An error rolls everything back; a violated unique index is 409 duplicate.
 */
export async function inTransaction<Result>(
  deps: RecordDeps,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  await deps.pendingSession?.resolve()
  return mapDatabaseErrors(() => deps.database.kysely.transaction().execute(work))
}

/**
 * Runs database work and maps its errors: a violated unique index is 409 duplicate, an exceeded time limit
 * 503.
 */
export async function mapDatabaseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseError(error, uniqueViolation)) throw duplicateOf(error.constraint ?? '')
    throw timeoutProblem(error) ?? error
  }
}

const uniqueViolation = '23505'
const deadlockDetected = '40P01'
const maxAttempts = 5

/**
 * Like `inTransaction`, but retried after a deadlock: for example, a payment may move to another permit
 * between its read and its lock. `work` must not keep state outside the transaction.
 */
export async function inRepeatableTransaction<Result>(
  deps: RecordDeps,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(deps, work)
    } catch (error) {
      if (!isDatabaseError(error, deadlockDetected) || attempt === maxAttempts) throw error
    }
  }
}

/** The 409 for a violated unique index; null for other errors. */
export function duplicateProblem(error: unknown): Refusal | null {
  return isDatabaseError(error, uniqueViolation) ? duplicateOf(error.constraint ?? '') : null
}

/** The field and the message for a unique index over several columns, from its collection. */
function messageOf(constraint: string): UniqueIndexMessage | undefined {
  return allModules()
    .map(({ uniqueIndexes }) => uniqueIndexes?.[constraint])
    .find((message) => message !== undefined)
}

function duplicateOf(constraint: string): Refusal {
  const column = /_unique_(\w+)$/.exec(constraint)?.[1]
  const field = column?.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const { path, detail } = messageOf(constraint) ?? {
    path: field === undefined ? 'body' : `body.${field}`,
    detail: phrase('A record with this {{field}} already exists.', { field: field ?? 'value' }),
  }
  return new Refusal('duplicate', detail, { errors: [{ path, code: 'duplicate', detail }] })
}

/** Runs a query once per transaction and set of parameters, if the context has a memo. */
export async function lookUpOnce<Row>(
  context: Pick<WriteContext, 'deps' | 'trx' | 'memo'>,
  statement: RawBuilder<unknown>,
  row: z.ZodType<Row>,
): Promise<Row[]> {
  const { deps, trx, memo } = context
  const { sql: text, parameters } = statement.compile(deps.database.kysely)
  const key = JSON.stringify([text, parameters])
  const found = memo?.get(key) ?? deps.database.queryIn(trx, text, parameters)
  memo?.set(key, found)
  return (await found).map((match): Row => row.parse(match))
}

/**
 * Runs a statement in the transaction of a write, as a prepared statement named by its text. Its rows are
 * parsed by the schema.
 */
export async function run<Row>(
  database: Database,
  trx: Transaction<Tables>,
  statement: RawBuilder<unknown>,
  row: z.ZodType<Row>,
): Promise<Row[]>
export async function run(
  database: Database,
  trx: Transaction<Tables>,
  statement: RawBuilder<unknown>,
): Promise<unknown[]>
export async function run(
  database: Database,
  trx: Transaction<Tables>,
  statement: RawBuilder<unknown>,
  row: z.ZodType = z.unknown(),
): Promise<unknown[]> {
  const { sql: text, parameters } = statement.compile(database.kysely)
  return database.queryIn(trx, text, parameters, row)
}

/**
 * Converts a stored row by column into values by field; timestamps in the format of the contract. The row has
 * the columns of the declaration, as `schema.test.ts` proves.
 */
export function toValues<D extends Declaration>(
  declaration: D,
  row: Readonly<Record<string, unknown>>,
): RecordOf<D>
export function toValues(declaration: Declaration, row: Readonly<Record<string, unknown>>): RecordValues {
  const value = (stored: unknown) => (stored instanceof Date ? stored.toISOString() : (stored ?? null))
  const custom = Object.entries(z.record(z.string(), z.unknown()).parse(row['custom'] ?? {})).map(
    ([key, kept]): [string, unknown] => [`custom.${key}`, kept],
  )
  return Object.fromEntries([
    ...storedFields(declaration).map(([name, declared]): [string, unknown] => [
      name,
      value(row[columnName(name, declared)]),
    ]),
    ...custom,
  ])
}

/** A value as a statement parameter with the type of its column. */
export function parameter(declaration: Declaration, name: string, value: unknown): RawBuilder<unknown> {
  const type = declaration.fields[name]?.type ?? 'text'
  const sent =
    type === 'json' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)
  return sql`${sent}::${sql.raw(columnTypes[type])}`
}

/**
 * The assignments of an UPDATE that sets these fields. Added fields share the column `custom`, without empty
 * ones.
 */
export function assignments(
  declaration: Declaration,
  changes: readonly { field: string; to: unknown }[],
): RawBuilder<unknown>[] {
  const added = changes.flatMap(({ field, to }) => {
    const key = addedKey(field)
    return key === null ? [] : [{ key, to: to ?? null }]
  })
  const own = changes
    .filter(({ field }) => addedKey(field) === null)
    .map(({ field, to }) => {
      const column = sql.raw(quotedColumn(field, declaration.fields[field]))
      return sql`${column} = ${parameter(declaration, field, to)}`
    })
  if (added.length === 0) return own
  const set = Object.fromEntries(added.filter(({ to }) => to !== null).map(({ key, to }) => [key, to]))
  const emptied = added.filter(({ to }) => to === null).map(({ key }) => key)
  return [...own, sql`custom = (custom || ${JSON.stringify(set)}::jsonb) - ${emptied}::text[]`]
}

/** The values of added fields as stored in their column. */
export function customOf(values: RecordValues): Record<string, unknown> {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const key = addedKey(name)
    return key === null || value === null || value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(pairs)
}

/** An empty list is stored as null. */
export function withoutEmptyLists(values: RecordValues): RecordValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 0 ? null : value,
    ]),
  )
}

export interface FieldChange {
  field: string
  from: unknown
  to: unknown
}

/** The parts of a history entry besides the change itself. */
type Telling = Pick<WriteContext, 'actor' | 'declaration'> & { now: Date | Placeholder }

/**
 * The history entry of a write, which is also the event sent to open browsers. With `from`, one entry is
 * written per row of that FROM clause, and `version` and `changes` may refer to its columns.
 */
export function historySql(
  { actor, declaration, now }: Telling,
  pid: string | Placeholder,
  action: string,
  version: number | RawBuilder<unknown>,
  changes: readonly FieldChange[] | RawBuilder<unknown>,
  from: RawBuilder<unknown> = sql.raw(''),
): RawBuilder<unknown> {
  return insertHistorySql({
    at: now,
    collection: declaration.name,
    pid,
    action,
    version,
    actor: actor.pid,
    changes,
    from,
  })
}
