import { isDeepStrictEqual } from 'node:util'
import { Refusal, phrase } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { validateAndWrite, lockRows } from './bulk-batch.ts'
import type { BulkBatchResult, LockedRow } from './bulk-batch.ts'
import { requireRestorable } from '../write/restore-record.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { withPids } from '../write/named-by-code.ts'
import { run } from '../write/writing.ts'
import type { FieldChange } from '../write/writing.ts'
import type { WriteContext } from '../write/write-context.ts'

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))

const Line = z.object({ id: z.number(), pid: z.string(), version: z.number(), changes: Changes })
type Line = z.infer<typeof Line>

/** The history of servers of the last release names some records by codes. */
async function lineWithPids(context: WriteContext, line: Line): Promise<Line> {
  const side = (name: 'from' | 'to') =>
    withPids(
      context,
      line.changes.map((change) => ({ [change.field]: change[name] })),
    )
  const [from, to] = [await side('from'), await side('to')]
  const changes = line.changes.map(({ field }, at) => ({
    field,
    from: from[at]?.[field],
    to: to[at]?.[field],
  }))
  return { ...line, changes }
}

export interface UndoneBatch extends BulkBatchResult {
  /** Id of the last history entry undone; 0 if there was none left. */
  last: number
  lines: number
}

const changedSince = 'Changed by someone else since.'

/**
 * Undoes the changes of a job for at most `limit` records, starting after history entry `after`. Restores
 * former values if every value is still as the job wrote it, and deleted records if nobody changed them
 * since. Other records are reported as failed.
 */
export async function undoBatch(
  context: WriteContext,
  {
    job,
    undoJob,
    kind,
    after,
    limit,
    collection = null,
  }: {
    job: string
    undoJob: string
    kind: 'update' | 'delete'
    after: number
    limit: number
    /** Of a job that changed several collections: the one to undo. */
    collection?: string | null
  },
): Promise<UndoneBatch> {
  const { deps, trx } = context
  const written = await run(
    deps.database,
    trx,
    sql`select id, pid, version, changes from record_history where job = ${job} and id > ${after}::bigint
      and (${collection}::text is null or collection = ${collection}) order by id limit ${limit}::int`,
    Line,
  )
  const lines: Line[] = []
  for (const line of written) lines.push(await lineWithPids(context, line))
  const former = lines.map(({ changes }) =>
    Object.fromEntries(changes.map(({ field, from }) => [field, from])),
  )
  await rulesOf(context.declaration).lockFirst?.(
    context,
    lines.map(({ pid }) => pid),
    former,
  )
  const locked = await lockRows(
    context,
    lines.map(({ pid }) => pid),
    kind,
    kind === 'delete' ? 'any' : 'living',
  )
  const lineOf = new Map(lines.map((line) => [line.pid, line]))
  const judge = (row: LockedRow) =>
    kind === 'delete' ? judgeRestore(row, lineOf.get(row.pid)) : judgeReturn(row, lineOf.get(row.pid))
  const writing = { action: kind === 'delete' ? 'restore' : 'update', job: undoJob } as const
  const failed = await validateAndWrite(context, writing, [...lineOf.keys()], locked, judge)
  return { changed: lines.length - failed.length, failed, last: lines.at(-1)?.id ?? 0, lines: lines.length }
}

function requireStillThere({ permitted, pid }: LockedRow): void {
  if (!permitted) throw new Refusal('not-found', phrase('No change {{pid}} that you can undo.', { pid }))
}

async function judgeRestore(row: LockedRow, line: Line | undefined): Promise<FieldChange[]> {
  requireStillThere(row)
  if (row.version !== line?.version) throw new Refusal('version-conflict', changedSince)
  await requireRestorable(row.context, row.before)
  return []
}

/**
 * The former values, checked by the same rules as a manual change. Values that the rules would complete are
 * ignored: the record gets exactly the values from before the job.
 */
async function judgeReturn(row: LockedRow, line: Line | undefined): Promise<FieldChange[]> {
  requireStillThere(row)
  const { context, before, pid } = row
  const done = line?.changes ?? []
  if (!done.every(({ field, to }) => isDeepStrictEqual(before[field] ?? null, to ?? null)))
    throw new Refusal('version-conflict', changedSince)
  const values: RecordValues = Object.fromEntries(done.map(({ field, from }) => [field, from ?? null]))
  await rulesOf(context.declaration).beforeWrite?.(context, {
    action: 'update',
    values,
    before,
    pid,
  })
  return done.map(({ field, from, to }) => ({ field, from: to, to: from }))
}
