import { Refusal, checkRequired, checkWrite } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { quotedColumn, storedFields } from '../sql/columns.ts'
import { reserveNumbers } from './numbers.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { searchTextSql } from '../search/search-text.ts'
import { requireOpen } from '../query/visibility.ts'
import {
  customOf,
  historySql,
  inRepeatableTransaction,
  parameter,
  run,
  withoutEmptyLists,
} from './writing.ts'
import type { WriteContext } from './write-context.ts'
import { checkReferences } from './check-references.ts'
import { withPidsOf } from './named-by-code.ts'

export interface CreatedRecord {
  pid: string
  /** False if an earlier request with the same key created it. */
  isNew: boolean
}

/** Writes record, search text and history in one statement. `values` must be checked and complete. */
async function insertRecord(
  context: WriteContext,
  pid: string,
  values: RecordValues,
  reason: string | null,
): Promise<void> {
  const { deps, trx, actor, declaration, now } = context
  const fields = storedFields(declaration)
  const columns = sql.raw(fields.map(([name, declared]) => quotedColumn(name, declared)).join(', '))
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  const given = reason === null ? [] : [['reason', reason] as const]
  const changes = [...filled, ...given].map(([field, to]) => ({ field, from: null, to }))
  await run(
    deps.database,
    trx,
    sql`with made as (insert into ${sql.table(declaration.table)} (pid, created_at, created_by, updated_at, updated_by, custom, ${columns})
        values (${pid}, ${now}::timestamptz, ${actor.pid}, ${now}::timestamptz, ${actor.pid}, ${JSON.stringify(customOf(values))}::jsonb, ${sql.join(fields.map(([name]) => parameter(declaration, name, values[name])))})
        returning *),
      searched as (insert into ${sql.table(`${declaration.table}_text`)} (seq, t) select t.seq, ${sql.raw(searchTextSql(declaration))} from made t)
      ${historySql(context, pid, 'create', 1, changes)}`,
  )
}

/**
 * The checked values of a new record. Throws 403 if the actor may not create one, 400 listing every wrong
 * field, 409 if nobody may.
 */
export function checkNew(actor: Actor, declaration: Declaration, body: unknown): RecordValues {
  requireOpen(declaration, actor, 'create')
  if (declaration.createRefusal !== undefined)
    throw new Refusal('transition-refused', declaration.createRefusal, { unmet: [declaration.createRefusal] })
  return withoutEmptyLists(checkWrite(declaration, actor, body))
}

/**
 * Creates a record from checked values in an open transaction, for callers that write more in it. Announce
 * the record after the commit. The history shows `reason`, a stored message.
 */
export async function createRecordIn(
  deps: RecordDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  declaration: Declaration,
  checked: RecordValues,
  reason: string | null = null,
): Promise<CreatedRecord> {
  const rules = rulesOf(declaration)
  await rules.lockBeforeCreate?.({ deps, trx })
  const now = deps.clock.now()
  const context: WriteContext = { deps, trx, actor, declaration, now, today: todayOf(deps, actor) }
  const given = await withPidsOf(context, checked)
  const filled = rules.defaults?.(actor, given, now, context) ?? given
  checkRequired(declaration, filled, rules.required?.(filled))
  await checkReferences(context, filled)
  const repeated = await rules.findRepeated?.(context, filled)
  if (repeated !== undefined) return { pid: repeated, isNew: false }
  await rules.lockFirst?.(context, [], [filled])
  const judged = (await rules.beforeWrite?.(context, { action: 'create', values: filled })) ?? filled
  const values = { ...judged, ...(await numberOf(context)) }
  const pid = deps.ids.pid()
  await insertRecord(context, pid, values, reason)
  await rules.afterWrite?.(context, { action: 'create', pid, before: null, after: values })
  return { pid, isNew: true }
}

/**
 * `POST /{collection}`: checks and completes a record, assigns its number and writes it with its history entry. Throws 403, 400 listing every wrong field, 409 for a duplicate or a rule of the collection.
 */
export async function createRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  body: unknown,
): Promise<CreatedRecord> {
  const given = checkNew(actor, declaration, body)
  const attempt = () =>
    inRepeatableTransaction(deps, (trx) => createRecordIn(deps, trx, actor, declaration, given))
  const created = await attempt().catch((error: unknown) => {
    // An identical concurrent request was faster: a second attempt finds its record.
    if (
      rulesOf(declaration).findRepeated !== undefined &&
      error instanceof Refusal &&
      error.type === 'duplicate'
    )
      return attempt()
    throw error
  })
  deps.writes.notify()
  return created
}

async function numberOf({ deps, trx, declaration, now }: WriteContext): Promise<RecordValues> {
  const { numberField, numberPrefix } = declaration
  if (numberField === null || numberPrefix === null) return {}
  const [number] = await reserveNumbers(deps.database, trx, numberPrefix, now.getUTCFullYear(), 1)
  return { [numberField]: number }
}
