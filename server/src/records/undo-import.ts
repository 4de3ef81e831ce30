import { Refusal, collections, findCollection } from '@portal/contract'
import type { BulkFailure, Declaration, ImportUndone } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { validateAndWrite, lockRows } from './bulk-batch.ts'
import type { LockedRow } from './bulk-batch.ts'
import { quotedColumn, storedFields } from './columns.ts'
import { collectionRules } from './rules/rules.ts'
import { portalActor } from './notifications/notify.ts'
import { run } from './writing.ts'
import type { FieldChange, WriteContext } from './writing.ts'

interface Line {
  id: number
  pid: string
  collection: string
}

type Failed = ImportUndone['failed'][number]

export interface UndoneRows {
  deleted: number
  failed: Failed[]
  /** Number of the last line of history taken back; what is left stands before it. */
  last: number
  lines: number
}

/** What the portal writes by itself about a record says nothing of anybody's work on it. */
const ownMessages: ReadonlySet<string> = new Set(['alerts', 'notifications'])

/** Is row `t` referred to by a record that stands, in a field that has an index? */
function referredSql(declaration: Declaration): RawBuilder<unknown> {
  const tables = new Map(Object.values(collections).map((each): [string, Declaration] => [each.table, each]))
  const conditions = [...tables.values()].flatMap((each) =>
    ownMessages.has(each.table)
      ? []
      : storedFields(each)
          .filter(([, declared]) => declared.to === declaration.table && declared.indexed === true)
          .map(
            ([name]) =>
              sql`exists (select 1 from ${sql.table(each.table)} r where r.${sql.raw(quotedColumn(name))} = t.pid and r.deleted_at is null)`,
          ),
  )
  return conditions.length === 0 ? sql.raw('false') : sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * The moment of the last batch of the import, and the last line of history when it began to be taken back.
 */
export interface UndoSpan {
  importedAt: string
  begun: number
}

/**
 * Why records made by the import stay: somebody worked on them since, or others refer to them. By pid. What
 * whoever imported wrote while the import ran, or while it is taken back, follows from the one or the other:
 * a payment covers a fee, and no longer does.
 */
async function keptReasons(
  { deps, trx, actor, declaration }: WriteContext,
  span: UndoSpan,
  lines: readonly Line[],
): Promise<Map<string, string>> {
  const [pids, ids] = [lines.map(({ pid }) => pid), lines.map(({ id }) => id)]
  const found = await run<{ pid: string; changed: boolean; referred: boolean }>(
    deps.database,
    trx,
    sql`select t.pid, ${referredSql(declaration)} as referred, exists (select 1 from history h
          where h.pid = t.pid and h.id > made.id and h.actor is distinct from ${portalActor.pid} and h.action <> 'read'
            and not (h.actor is not distinct from ${actor.pid} and (h.at <= ${span.importedAt}::timestamptz or h.id > ${span.begun}::bigint))) as changed
      from ${sql.table(declaration.table)} t join unnest(${pids}::text[], ${ids}::bigint[]) made(pid, id) on made.pid = t.pid`,
  )
  return new Map(
    found.flatMap(({ pid, changed, referred }): [string, string][] => {
      if (changed) return [[pid, 'Somebody changed it since.']]
      return referred ? [[pid, 'Other records refer to it.']] : []
    }),
  )
}

/** Puts the records of one table that an import made into the bin, where nobody worked on them since. */
async function undoTable(
  context: WriteContext,
  job: string,
  span: UndoSpan,
  lines: readonly Line[],
): Promise<Failed[]> {
  const { declaration } = context
  const pids = lines.map(({ pid }) => pid)
  await collectionRules[declaration.name].lockFirst?.(context, pids, [])
  const locked = await lockRows(context, pids, 'delete')
  const kept = await keptReasons(context, span, lines)
  const judge = async ({ context: own, before, pid }: LockedRow): Promise<FieldChange[]> => {
    const reason = kept.get(pid)
    if (reason !== undefined) throw new Refusal('version-conflict', reason)
    await collectionRules[own.declaration.name].beforeWrite?.(own, { action: 'delete', before, pid })
    return []
  }
  const failed = await validateAndWrite(context, { action: 'delete', job }, pids, locked, judge)
  const named = ({ pid, reason }: BulkFailure): Failed => {
    const title = locked.get(pid)?.before[declaration.titleField]
    return {
      pid,
      title: typeof title === 'string' ? title : pid,
      reason: reason === 'not-found' ? 'It is not there any more.' : reason,
    }
  }
  return failed.map(named)
}

/**
 * Takes back what an import made, the last first, so that records go before the clients made for them: at
 * most `limit` records whose line of history stands before line `before` (0: from the end). What somebody
 * worked on since, or others refer to, is kept and named.
 */
export async function undoImportBatch(
  context: WriteContext,
  {
    job,
    undoJob,
    span,
    before,
    limit,
    withFields,
  }: {
    job: string
    undoJob: string
    span: UndoSpan
    before: number
    limit: number
    withFields: (declaration: Declaration) => Promise<Declaration>
  },
): Promise<UndoneRows> {
  const { deps, trx } = context
  const lines = await run<Line>(
    deps.database,
    trx,
    sql`select id, pid, collection from history where job = ${job} and action = 'import' and (${before}::bigint = 0 or id < ${before}::bigint)
      order by id desc limit ${limit}::int`,
  )
  const failed: Failed[] = []
  const own = context.declaration.table
  const byTable = Map.groupBy(lines, ({ collection }) => findCollection(collection)?.table ?? own)
  // Clients last: the records made for them stand in their way.
  const groups = [...byTable].toSorted(([one], [other]) => Number(one !== own) - Number(other !== own))
  for (const [table, some] of groups) {
    const declaration = table === own ? context.declaration : await withFields(collections[table])
    failed.push(...(await undoTable({ ...context, declaration }, undoJob, span, some)))
  }
  return { deleted: lines.length - failed.length, failed, last: lines.at(-1)?.id ?? 0, lines: lines.length }
}
