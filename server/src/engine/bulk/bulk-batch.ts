import { Refusal, phrase } from '@portal/contract'
import type { BulkFailure, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { localize } from '#platform/language/localize.ts'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { projectionOf } from '../write/lock-record.ts'
import { diffRecord } from '../write/save-changes.ts'
import { checkReferencesToOthers, checkStillFilled } from '../write/patch-body.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { refreshChangedTexts } from '../search/search-text.ts'
import { readableRows, permittedSql } from '../query/visibility.ts'
import { assignments, duplicateProblem, run, toValues } from '../write/writing.ts'
import type { FieldChange } from '../write/writing.ts'
import type { WriteContext } from '../write/write-context.ts'

/** The result of a batch: how many rows changed, and why the others failed. */
export interface BulkBatchResult {
  changed: number
  failed: BulkFailure[]
}

export interface LockedRow {
  pid: string
  version: number
  permitted: boolean
  context: WriteContext
  before: RecordValues
}

/** A row of a batch that passed validation and is ready to be written. */
export interface ValidRow extends LockedRow {
  changes: FieldChange[]
}

const StoredRow = z.looseObject({ pid: z.string(), version: z.number(), permitted: z.boolean() })

/**
 * Locks the rows that the actor may see, in the order of their pids as every write does, so that no two of
 * them can deadlock.
 */
export async function lockRows(
  context: WriteContext,
  pids: readonly string[],
  action: 'update' | 'delete',
  life: 'living' | 'any' = 'living',
): Promise<Map<string, LockedRow>> {
  const { deps, trx, actor, declaration, today } = context
  const rows = readableRows(declaration, actor, today, life).narrow(
    { kind: 'and', nodes: [] },
    sql`t.pid = any(${[...pids]}::text[])`,
  )
  const permitted = permittedSql(declaration, actor, action, today)
  const found = await run(
    deps.database,
    trx,
    sql`select t.*, (${permitted}) is true as permitted ${rows.from()} order by t.pid for update of t`,
    StoredRow,
  )
  return new Map(
    found.map((row): [string, LockedRow] => {
      const own: Declaration = projectionOf(declaration, row)
      return [row.pid, { ...row, context: { ...context, declaration: own }, before: toValues(own, row) }]
    }),
  )
}

/** The reason why a row was refused, in the actor's language. Rethrows errors that are not refusals. */
function reasonOf({ actor }: WriteContext, pid: string, error: unknown): BulkFailure {
  if (error instanceof Refusal)
    return { pid, reason: error.type === 'not-found' ? 'not-found' : localize(actor.language)(error.detail) }
  throw error
}

async function judgeUpdate(row: LockedRow, values: RecordValues): Promise<FieldChange[]> {
  const { context, before, pid } = row
  if (!row.permitted)
    throw new Refusal(
      'forbidden',
      phrase('You can’t update this {{noun}} in its current status.', { noun: context.declaration.noun }),
    )
  checkStillFilled(context.declaration, values, before)
  checkReferencesToOthers(values, pid)
  const differing = Object.fromEntries(diffRecord(before, values).map(({ field, to }) => [field, to]))
  if (Object.keys(differing).length === 0) return []
  const judged = await rulesOf(context.declaration).beforeWrite?.(context, {
    action: 'update',
    values: differing,
    before,
    pid,
  })
  return diffRecord(before, judged ?? differing)
}

async function judgeDelete(row: LockedRow): Promise<FieldChange[]> {
  const { context, before, pid } = row
  if (!row.permitted)
    throw new Refusal(
      'forbidden',
      phrase('You can’t delete this {{noun}} in its current status.', { noun: context.declaration.noun }),
    )
  await rulesOf(context.declaration).beforeWrite?.(context, { action: 'delete', before, pid })
  return []
}

export interface Writing {
  action: 'update' | 'delete' | 'restore'
  job: string
}

/** Writes rows with the same change in one statement, each with its history entry. */
async function writeGroup({ action, job }: Writing, rows: readonly ValidRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { deps, trx, actor, declaration, now } = first.context
  const sets =
    action === 'update'
      ? assignments(declaration, first.changes)
      : [
          sql`deleted_at = ${action === 'delete' ? now : null}::timestamptz`,
          sql`deleted_by = ${action === 'delete' ? actor.pid : null}::text`,
        ]
  const pids = rows.map(({ pid }) => pid)
  const changes = rows.map((row) => JSON.stringify(row.changes))
  const entries = insertHistorySql({
    at: now,
    collection: declaration.name,
    pid: sql.raw('s.pid'),
    action,
    version: sql.raw('s.version'),
    actor: actor.pid,
    changes: sql.raw('c.changes'),
    job,
    from: sql`from saved s join unnest(${pids}::text[], ${changes}::text[]) c(pid, changes) on c.pid = s.pid`,
  })
  await run(
    deps.database,
    trx,
    sql`with saved as (update ${sql.table(declaration.table)} set ${sql.join(sets)}, version = version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = any(${pids}::text[]) returning pid, version)
      ${entries}`,
  )
}

/** Writes validated rows and their follow-up changes. */
export async function writeRows(writing: Writing, rows: readonly ValidRow[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const { deps, trx, declaration } = first.context
  const alike = Map.groupBy(rows, (row) =>
    JSON.stringify([row.context.declaration.name, row.changes.map(({ field, to }) => [field, to])]),
  )
  for (const group of alike.values()) await writeGroup(writing, group)
  const changed = new Set(rows.flatMap((row) => row.changes.map(({ field }) => field)))
  const pids = rows.map(({ pid }) => pid)
  await refreshChangedTexts(deps.database, trx, declaration, pids, changed)
  if (writing.action === 'restore') {
    for (const { context, before } of rows) await rulesOf(context.declaration).afterRestore?.(context, before)
    return
  }
  for (const { context, pid, before, changes } of rows) {
    const after =
      writing.action === 'delete'
        ? null
        : { ...before, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
    await rulesOf(context.declaration).afterWrite?.(context, {
      action: writing.action,
      pid,
      before,
      after,
    })
  }
}

/**
 * Writes all rows in one go; on a unique index violation, one by one, so that only the affected rows fail.
 */
async function writeOrFail(
  context: WriteContext,
  writing: Writing,
  rows: readonly ValidRow[],
): Promise<BulkFailure[]> {
  const { trx } = context
  await sql`savepoint batch`.execute(trx)
  try {
    await writeRows(writing, rows)
    await sql`release savepoint batch`.execute(trx)
    return []
  } catch (error) {
    const refusal = duplicateProblem(error)
    if (refusal === null) throw error
    await sql`rollback to savepoint batch`.execute(trx)
    const [only] = rows
    if (rows.length === 1 && only !== undefined) return [reasonOf(context, only.pid, refusal)]
    const failed: BulkFailure[] = []
    for (const row of rows) failed.push(...(await writeOrFail(context, writing, [row])))
    return failed
  }
}

/**
 * Validates the rows of these pids and writes those that pass; rows with the same change share one statement.
 * A row that fails does not stop the others. `judge` returns the changes of a row or throws its refusal.
 * `dryRun` validates only.
 */
export async function validateAndWrite(
  context: WriteContext,
  writing: Writing,
  pids: readonly string[],
  locked: ReadonlyMap<string, LockedRow>,
  judge: (row: LockedRow) => Promise<FieldChange[]>,
  dryRun = false,
): Promise<BulkFailure[]> {
  const failed: BulkFailure[] = []
  const judged: ValidRow[] = []
  for (const pid of pids) {
    const row = locked.get(pid)
    if (row === undefined) {
      failed.push({ pid, reason: 'not-found' })
      continue
    }
    try {
      const ready = { ...row, changes: await judge(row) }
      if (writing.action === 'update' && ready.changes.length === 0) continue
      if (dryRun || rulesOf(context.declaration).writesOneByOne !== true) judged.push(ready)
      else failed.push(...(await writeOrFail(context, writing, [ready])))
    } catch (error) {
      failed.push(reasonOf(context, pid, error))
    }
  }
  if (!dryRun) failed.push(...(await writeOrFail(context, writing, judged)))
  return failed
}

export interface Batch {
  writing: Writing
  pids: readonly string[]
  /** Checked values of an update, or how they follow from the record; empty for a deletion. */
  values: RecordValues | ((pid: string, before: RecordValues) => RecordValues)
  /** Validates without writing. */
  dryRun?: boolean
}

/**
 * Changes or deletes the rows of one batch in the open transaction. Each row is checked against its row rule
 * and the rules of its collection; rows with the same change share one statement. A row that fails does not
 * stop the others.
 */
export async function runBatch(
  context: WriteContext,
  { writing, pids, values, dryRun = false }: Batch,
): Promise<BulkBatchResult> {
  const action = writing.action === 'delete' ? 'delete' : 'update'
  const valuesOf = typeof values === 'function' ? values : () => values
  await rulesOf(context.declaration).lockFirst?.(context, pids, typeof values === 'function' ? [] : [values])
  const locked = await lockRows(context, pids, action)
  const judge =
    action === 'delete' ? judgeDelete : (row: LockedRow) => judgeUpdate(row, valuesOf(row.pid, row.before))
  const failed = await validateAndWrite(context, writing, pids, locked, judge, dryRun)
  return { changed: pids.length - failed.length, failed }
}
