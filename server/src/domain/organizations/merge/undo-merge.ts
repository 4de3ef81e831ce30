import { Refusal, collections, joined, phrase } from '@portal/contract'
import type { Actor, MadeMerge, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import { localize } from '#platform/language/localize.ts'
import { noSuchRecord } from '#engine/query/get-record.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { saveChanges } from '#engine/write/save-changes.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { inRepeatableTransaction, run } from '#engine/write/writing.ts'
import type { DomainDeps } from '../../deps.ts'
import { mergeContext, mergeHandler, requireMayMerge, toOrganization } from './merge-organizations.ts'
import { returnTwinCertificates, twinCertificates } from './moved-certificates.ts'
import { isContact, returnTwinContacts, returnTwinPeople, twinKinds } from './moved-contacts.ts'
import { returnConditions } from './moved-conditions.ts'
import { returnContents, returnFiles } from './moved-files.ts'
import { returnMailLinks } from './moved-mail-links.ts'
import { RememberedRow, batchSize, lockRowsByPid, moveRows, referringTables } from './moved-records.ts'
import type { Move } from './moved-records.ts'
import { returnViews } from './moved-views.ts'
import { organizationRows, undoBlockers } from './undo-blockers.ts'
import type { MadeMergeOf } from './undo-blockers.ts'

const MergeRow = z.object({
  id: z.string(),
  losing: z.string(),
  surviving: z.string(),
  mergedAt: z.date(),
  byPid: z.string().nullable(),
  byName: z.string().nullable(),
  isDone: z.boolean(),
  undoneBy: z.string().nullable(),
  isWorking: z.boolean(),
})
type MergeRow = z.infer<typeof MergeRow>

/**
 * The merge of an organization that was not undone, with the organizations locked. Throws 404 if there is
 * none.
 */
async function lockMerge(
  deps: DomainDeps,
  context: WriteContext,
  pid: string,
): Promise<{ row: MergeRow; merge: MadeMergeOf }> {
  const { trx } = context
  const { orgs } = collections
  const [row] = await run(
    deps.database,
    trx,
    sql`select m.id, m.losing, m.surviving, m.merged_at as "mergedAt", u.pid as "byPid", u.name as "byName", m.done_at is not null as "isDone",
        m.undone_by as "undoneBy", exists (select 1 from jobs j where j.id in (m.id, m.undone_by) and j.state in ('queued', 'running')) as "isWorking"
      from organization_merges m left join users u on u.pid = m.merged_by where m.losing = ${pid} and m.undone_at is null for update of m`,
    MergeRow,
  )
  if (row === undefined) throw new Refusal('not-found', 'This organization is not merged into another one.')
  const [first = '', second = ''] = [row.losing, row.surviving].toSorted()
  const locked = [await lockRelated(context, 'orgs', first), await lockRelated(context, 'orgs', second)]
  const losing = locked.find((each) => each?.pid === row.losing)
  const surviving = locked.find((each) => each?.pid === row.surviving)
  if (losing === undefined) throw noSuchRecord(orgs, row.losing)
  if (surviving === undefined) {
    const sentence = 'The organization it was merged into is deleted. Restore it first.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
  const declaration = await withAddedFields(deps, orgs)
  const { id, mergedAt } = row
  return { row, merge: { id, mergedAt, losing, surviving, declaration } }
}

function stateOf({ isWorking, isDone, undoneBy }: MergeRow): MadeMerge['state'] {
  if (undoneBy !== null) return 'undoing'
  if (isWorking) return 'running'
  return isDone ? 'done' : 'stopped'
}

/** `GET /orgs/{pid}/merge`: the merge of an organization, and why it cannot be undone. Throws 403, 404. */
export function readMerge(deps: DomainDeps, actor: Actor, pid: string): Promise<MadeMerge> {
  requireMayMerge(actor)
  const say = localize(actor.language)
  return inRepeatableTransaction(deps, async (trx) => {
    const context = mergeContext(deps, trx, actor)
    const { row, merge } = await lockMerge(deps, context, pid)
    return {
      into: toOrganization(merge.surviving),
      mergedAt: row.mergedAt.toISOString(),
      by: row.byPid === null ? null : { pid: row.byPid, title: row.byName ?? row.byPid },
      state: stateOf(row),
      blockers: (await undoBlockers(context, merge)).map((reason) => say(reason)),
    }
  })
}

/**
 * `POST /orgs/{pid}/merge/undo`: moves back what the merge moved, in a job. Throws 403, 404, and 409 naming
 * what followed that cannot be taken back.
 */
export async function startUndo(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
): Promise<{ job: { id: string } }> {
  requireMayMerge(actor)
  const id = deps.ids.pid()
  await inRepeatableTransaction(deps, async (trx) => {
    const context = mergeContext(deps, trx, actor)
    const { row, merge } = await lockMerge(deps, context, pid)
    const state = stateOf(row)
    const waiting =
      state === 'running' || state === 'undoing'
        ? [phrase('Still in progress. Undo it after it finishes.', {})]
        : []
    const blockers = waiting.length > 0 ? waiting : await undoBlockers(context, merge)
    if (blockers.length > 0) throw new Refusal('transition-refused', joined(blockers), { unmet: blockers })
    const [counted] = await run(
      deps.database,
      trx,
      sql`select count(*) as total from organization_merge_moves where merge = ${merge.id}`,
      z.object({ total: z.number() }),
    )
    await run(
      deps.database,
      trx,
      sql`update organization_merges set undone_by = ${id} where id = ${merge.id}`,
    )
    const params = { losing: row.losing }
    const total = counted?.total ?? 0
    await insertJob(trx, { id, kind: 'undo-merge', owner: actor.pid, collection: 'orgs', params, total })
  })
  deps.jobs.wake()
  return { job: { id } }
}

const UndoParams = z.object({ losing: z.string() })

/** The next remembered rows, the newest first, as far as they are of one kind. */
async function nextRows(
  { deps, trx }: WriteContext,
  { id, losing, surviving }: MadeMergeOf,
  below: number,
): Promise<RememberedRow[]> {
  const pids = [losing.pid, surviving.pid]
  const rows = await run(
    deps.database,
    trx,
    sql`select seq, kind, pid, changes from organization_merge_moves where merge = ${id} and (${below}::bigint = 0 or seq < ${below}::bigint)
        and not (kind = 'orgs' and pid = any(${pids}::text[])) order by seq desc limit ${batchSize}::bigint`,
    RememberedRow,
  )
  const other = rows.findIndex(({ kind }) => kind !== rows[0]?.kind)
  return other === -1 ? rows : rows.slice(0, other)
}

async function returnRows(context: WriteContext, rows: readonly RememberedRow[], move: Move): Promise<void> {
  const kind = rows[0]?.kind
  if (kind === 'conditions') return returnConditions(context, rows, move)
  if (kind === 'mail_links') return returnMailLinks(context, rows, move)
  if (kind === 'files') return returnFiles(context, rows, move)
  if (kind === 'views') return returnViews(context, rows)
  if (kind === twinCertificates) return returnTwinCertificates(context, rows)
  if (kind === twinKinds.contact) return returnTwinContacts(context, rows, move)
  if (kind === twinKinds.person) return returnTwinPeople(context, rows)
  const known = referringTables.find(({ table }) => table === kind)
  if (known === undefined) return undefined
  const found = await lockRowsByPid(
    context,
    known.table,
    rows.map(({ pid }) => pid),
  )
  const changesOf = new Map(rows.map(({ pid, changes }) => [pid, changes]))
  const alike = Map.groupBy(found, ({ pid }) => JSON.stringify(changesOf.get(pid)))
  for (const group of alike.values()) {
    // Every change of a row has the same pair: the organizations, or two contacts.
    const changes = changesOf.get(group[0]?.pid ?? '') ?? []
    const pair = { from: String(changes[0]?.to), to: String(changes[0]?.from) }
    const fields = changes.map(({ field }) => field)
    if (fields.includes('contact') && !(await isContact(context, pair.to))) continue
    await moveRows(context, known.table, group, { ...move, ...pair }, fields)
  }
  return undefined
}

/** Tasks and packages that were made since for permits that moved back. Payments block the undo instead. */
const followers: readonly TableName[] = ['rts', 'tasks']

/** Moves a batch of what was added since to records that moved back. Returns how many. */
async function returnFollowers(context: WriteContext, move: Move): Promise<number> {
  const { deps, trx } = context
  for (const { table, fields } of referringTables.filter((each) => followers.includes(each.table))) {
    const found = await run(
      deps.database,
      trx,
      sql`select t.pid from ${sql.table(table)} t join permits p on p.pid = t.permit where t.org = ${move.from} and p.org = ${move.to}
        order by t.pid limit ${batchSize}::bigint`,
      z.object({ pid: z.string() }),
    )
    if (found.length === 0) continue
    const rows = await lockRowsByPid(
      context,
      table,
      found.map(({ pid }) => pid),
    )
    return moveRows(context, table, rows, move, fields)
  }
  return returnContents(context, move)
}

/** The organizations themselves: last, so that nothing refers to the losing one before all is back. */
async function returnOrganizations(context: WriteContext, merge: MadeMergeOf): Promise<void> {
  for (const { pid, changes } of await organizationRows(context, merge)) {
    const { before, version } = pid === merge.losing.pid ? merge.losing : merge.surviving
    const now = new Map<string, unknown>(Object.entries(before))
    const back = changes
      .filter(({ field, to }) => isDeepStrictEqual(now.get(field) ?? null, to ?? null))
      .map(({ field, from, to }) => ({ field, from: to, to: from ?? null }))
    const own = { ...context, declaration: merge.declaration }
    if (back.length > 0) await saveChanges(own, pid, version + 1, back, { reason: null, action: 'merge' })
  }
}

/** Undoes a merge in batches, last rows first. The cursor is the row before which the next batch begins. */
const undoMergeHandler: JobHandler<DomainDeps> = {
  isExclusive: true,
  async step(deps, trx, job, actor) {
    requireMayMerge(actor)
    const context = mergeContext(deps, trx, actor)
    const { merge } = await lockMerge(deps, context, UndoParams.parse(job.params).losing)
    const { losing, surviving } = merge
    const move: Move = { merge: merge.id, from: surviving.pid, to: losing.pid, isRemembered: false }
    const rows = await nextRows(context, merge, job.cursor)
    const moved = rows.length === 0 ? await returnFollowers(context, move) : rows.length
    const done = rows.length === 0 ? job.done : job.done + moved
    if (rows.length > 0) await returnRows(context, rows, move)
    const cursor = rows.at(-1)?.seq ?? job.cursor
    if (moved > 0) return { cursor, done, result: { moved: done }, finished: false }
    await returnOrganizations(context, merge)
    await run(
      deps.database,
      trx,
      sql`update organization_merges set undone_at = ${context.now}::timestamptz where id = ${merge.id}`,
    )
    return { cursor, done: job.total, result: { moved: job.total }, finished: true }
  },
}

/** The handlers of the job runner, by job kind. */
export const mergeHandlers: Readonly<Record<string, JobHandler<DomainDeps>>> = {
  'merge-orgs': mergeHandler,
  'undo-merge': undoMergeHandler,
}
