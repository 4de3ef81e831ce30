import { Refusal, collections, findCollection } from '@portal/contract'
import type { BulkFailure, Declaration, ImportUndone } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { validateAndWrite, lockRows } from './bulk-batch.ts'
import type { LockedRow } from './bulk-batch.ts'
import { localize } from '#platform/language/localize.ts'
import { quotedColumn, storedFields } from '../sql/columns.ts'
import { allModules, rulesOf } from '../modules/collection-module.ts'
import { portalActor } from '../write/portal-actor.ts'
import { run } from '../write/writing.ts'
import type { FieldChange } from '../write/writing.ts'
import type { WriteContext } from '../write/write-context.ts'

const Line = z.object({ id: z.number(), pid: z.string(), collection: z.string() })
type Line = z.infer<typeof Line>

type Failed = ImportUndone['failed'][number]

export interface UndoneRows {
  deleted: number
  failed: Failed[]
  /** Id of the last history entry undone; the remaining entries precede it. */
  last: number
  lines: number
}

/** Condition: an existing record refers to row `t` in an indexed field. */
function referredSql(declaration: Declaration): RawBuilder<unknown> {
  const conditions = allModules().flatMap(({ declaration: each, isMessage = false }) =>
    isMessage
      ? []
      : storedFields(each)
          .filter(([, declared]) => declared.to === declaration.table && declared.indexed === true)
          .map(
            ([name, declared]) =>
              sql`exists (select 1 from ${sql.table(each.table)} r where r.${sql.raw(quotedColumn(name, declared))} = t.pid and r.deleted_at is null)`,
          ),
  )
  return conditions.length === 0 ? sql.raw('false') : sql`(${sql.join(conditions, sql` or `)})`
}

/** The time of the import's last batch, and the last history entry when the undo began. */
export interface UndoSpan {
  importedAt: string
  begun: number
}

/**
 * Why records of the import are kept, by pid: somebody changed them since, or other records refer to them.
 * Changes by the importing user during the import or its undo do not count, since they are follow-up changes:
 * for example, a payment that covers a fee, or no longer does.
 */
async function keptReasons(
  { deps, trx, actor, declaration }: WriteContext,
  span: UndoSpan,
  lines: readonly Line[],
): Promise<Map<string, string>> {
  const [pids, ids] = [lines.map(({ pid }) => pid), lines.map(({ id }) => id)]
  const found = await run(
    deps.database,
    trx,
    sql`select t.pid, ${referredSql(declaration)} as referred, exists (select 1 from record_history h
          where h.pid = t.pid and h.id > made.id and h.actor is distinct from ${portalActor.pid} and h.action <> 'read'
            and not (h.actor is not distinct from ${actor.pid} and (h.at <= ${span.importedAt}::timestamptz or h.id > ${span.begun}::bigint))) as changed
      from ${sql.table(declaration.table)} t join unnest(${pids}::text[], ${ids}::bigint[]) made(pid, id) on made.pid = t.pid`,
    z.object({ pid: z.string(), changed: z.boolean(), referred: z.boolean() }),
  )
  return new Map(
    found.flatMap(({ pid, changed, referred }): [string, string][] => {
      if (changed) return [[pid, 'Changed by someone else since.']]
      return referred ? [[pid, 'Other records are linked to it.']] : []
    }),
  )
}

/** Deletes the records of one table that an import created and nobody changed since. */
async function undoTable(
  context: WriteContext,
  job: string,
  span: UndoSpan,
  lines: readonly Line[],
): Promise<Failed[]> {
  const { declaration } = context
  const pids = lines.map(({ pid }) => pid)
  await rulesOf(declaration).lockFirst?.(context, pids, [])
  const locked = await lockRows(context, pids, 'delete')
  const kept = await keptReasons(context, span, lines)
  const judge = async ({ context: own, before, pid }: LockedRow): Promise<FieldChange[]> => {
    const reason = kept.get(pid)
    if (reason !== undefined) throw new Refusal('version-conflict', reason)
    await rulesOf(own.declaration).beforeWrite?.(own, { action: 'delete', before, pid })
    return []
  }
  const failed = await validateAndWrite(context, { action: 'delete', job }, pids, locked, judge)
  const named = ({ pid, reason }: BulkFailure): Failed => {
    const title = locked.get(pid)?.before[declaration.titleField]
    return {
      pid,
      title: typeof title === 'string' ? title : pid,
      reason: reason === 'not-found' ? localize(context.actor.language)('No longer exists.') : reason,
    }
  }
  return failed.map(named)
}

/**
 * Undoes an import in reverse order, so that records are deleted before the clients created for them: at most
 * `limit` records whose history entry precedes `before` (0: from the end). Records that were changed since,
 * or that others refer to, are kept and reported.
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
  const lines = await run(
    deps.database,
    trx,
    sql`select id, pid, collection from record_history where job = ${job} and action = 'import' and (${before}::bigint = 0 or id < ${before}::bigint)
      order by id desc limit ${limit}::int`,
    Line,
  )
  const failed: Failed[] = []
  const own = context.declaration.table
  const byTable = Map.groupBy(lines, ({ collection }) => findCollection(collection)?.table ?? own)
  // Clients last: the records created for them refer to them.
  const groups = [...byTable].toSorted(([one], [other]) => Number(one !== own) - Number(other !== own))
  for (const [table, some] of groups) {
    const declaration = table === own ? context.declaration : await withFields(collections[table])
    failed.push(...(await undoTable({ ...context, declaration }, undoJob, span, some)))
  }
  return { deleted: lines.length - failed.length, failed, last: lines.at(-1)?.id ?? 0, lines: lines.length }
}
