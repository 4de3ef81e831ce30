import { Refusal } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { z } from 'zod'
import { checkReferences } from './check-references.ts'
import { recordLine } from '../query/get-record.ts'
import { lockRecord } from './lock-record.ts'
import { withPidsOf } from './named-by-code.ts'
import type { RecordToWrite } from './lock-record.ts'
import { patchInOneStatement } from './patch-in-one-statement.ts'
import { checkReferencesToOthers, checkStillFilled, readPatch } from './patch-body.ts'
import { actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import type { Correction } from '../modules/collection-rules.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { diffRecord, saveChanges } from './save-changes.ts'
import { staleRecord } from './stale-record.ts'
import { readableRows, requireOpen } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { isOnlyPortalSince } from './written-by-portal.ts'
import { inRepeatableTransaction, run } from './writing.ts'
import type { WriteContext } from './write-context.ts'

async function jsonOf(context: WriteContext, rows: VisibleRows, pid: string): Promise<string> {
  const [row] = await run(
    context.deps.database,
    context.trx,
    recordLine(rows, pid),
    z.object({ line: z.string() }),
  )
  if (row === undefined) throw new Refusal('forbidden', 'You would lose access to this record.')
  return row.line
}

/** The fields that a patch would change in the current record. Throws as `patchRecord` does. */
async function judge(
  { context, before, version }: RecordToWrite,
  pid: string,
  body: unknown,
  current: () => Promise<string>,
): Promise<RecordValues> {
  const asked = readPatch(context.declaration, context.actor, body)
  checkStillFilled(context.declaration, asked.values, before)
  const isStale = asked.version !== undefined && asked.version !== version
  if (
    isStale &&
    !(await isOnlyPortalSince(context, pid, asked.version ?? version, Object.keys(asked.values)))
  ) {
    const record = z.record(z.string(), z.unknown()).parse(JSON.parse(await current()))
    throw new Refusal('version-conflict', 'This record was changed by someone else.', { current: record })
  }
  const values = await withPidsOf(context, asked.values)
  return Object.fromEntries(diffRecord(before, values).map(({ field, to }) => [field, to]))
}

const isValues = (body: unknown): body is RecordValues => typeof body === 'object' && body !== null

interface Patched {
  line: string
  wrote: boolean
}

/** Writes a correction of a decided record with its reason in the history. */
async function correct(
  { context, before, version }: RecordToWrite,
  rows: VisibleRows,
  pid: string,
  { values, reason, ...told }: Correction,
): Promise<Patched> {
  const line = () => jsonOf(context, rows, pid)
  const isStale = told.version !== undefined && told.version !== version
  if (isStale && !(await isOnlyPortalSince(context, pid, told.version ?? version, Object.keys(values))))
    throw staleRecord(await line())
  const changes = diffRecord(before, values)
  if (changes.length === 0) return { line: await line(), wrote: false }
  await saveChanges(context, pid, version + 1, changes, { reason, action: 'update' })
  return { line: await line(), wrote: true }
}

/** A patch with follow-up changes: the record is locked until all of them are written. */
function patchInTransaction(
  deps: RecordDeps,
  rows: VisibleRows,
  pid: string,
  body: unknown,
): Promise<Patched> {
  const { actor, declaration, today } = rows
  return inRepeatableTransaction(deps, async (trx) => {
    const opened: WriteContext = { deps, trx, actor, declaration, now: deps.clock.now(), today }
    await rulesOf(declaration).lockFirst?.(opened, [pid], isValues(body) ? [body] : [])
    const locked = await lockRecord(opened, rows, pid, 'update')
    const { context, before, version } = locked
    const correction = isValues(body)
      ? (rulesOf(context.declaration).readCorrection?.(context, before, body) ?? null)
      : null
    if (correction !== null) return correct(locked, rows, pid, correction)
    const differing = await judge(locked, pid, body, () => jsonOf(context, rows, pid))
    if (Object.keys(differing).length === 0) return { line: await jsonOf(context, rows, pid), wrote: false }
    checkReferencesToOthers(differing, pid)
    await checkReferences(context, differing, before)
    const rules = rulesOf(context.declaration)
    const judged =
      (await rules.beforeWrite?.(context, { action: 'update', values: differing, before, pid })) ?? differing
    await saveChanges(context, pid, version + 1, diffRecord(before, judged))
    await rules.afterWrite?.(context, { action: 'update', pid, before, after: { ...before, ...judged } })
    return { line: await jsonOf(context, rows, pid), wrote: true }
  })
}

const cachedRows = cachePerDeclaration<VisibleRows>()

/**
 * `PATCH /{collection}/{pid}`: sets fields of a record and returns it as JSON text. Writes nothing if no value differs. Errors in order: 403 for a closed collection, 404 if the actor may not see the record, 403 if they may not change it, 400 naming the field, 409 for a stale `version` (with `current`), a duplicate, or a rule of the collection.
 */
export async function patchRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  body: unknown,
): Promise<string> {
  const today = todayOf(deps, actor)
  const rows = cachedRows(declaration, actorKey(actor, today), () => readableRows(declaration, actor, today))
  requireOpen(declaration, actor, 'update')
  const saved = await patchInOneStatement(deps, rows, pid, body)
  const { line, wrote } =
    saved === null ? await patchInTransaction(deps, rows, pid, body) : { line: saved, wrote: true }
  if (wrote) deps.writes.notify()
  return line
}
