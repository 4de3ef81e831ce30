import {
  MergeBody,
  Refusal,
  collections,
  isAdministrator,
  joined,
  orgStatus,
  refusalOf,
} from '@portal/contract'
import type { Actor, MergePreview } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import { localize } from '#platform/language/localize.ts'
import { todayOf } from '#engine/query/reading.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import type { FieldChange } from '#engine/write/writing.ts'
import { inRepeatableTransaction, run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import type { DomainDeps } from '../../deps.ts'
import { countParts } from './count-parts.ts'
import { chosenValues, differingFields, lockPair, mergeBlockers, clientName } from './merge-plan.ts'
import { countTwinCertificates, mergeTwinCertificates } from './moved-certificates.ts'
import { countTwins, mergeTwinContacts } from './moved-contacts.ts'
import { moveConditions } from './moved-conditions.ts'
import { moveFiles } from './moved-files.ts'
import { moveMailLinks } from './moved-mail-links.ts'
import { moveNext, referringTables, remember } from './moved-records.ts'
import type { Move } from './moved-records.ts'
import { moveViews } from './moved-views.ts'

const MergeParams = z.object({ losing: z.string(), surviving: z.string() })

/** Throws 403 for everyone but administrators. */
export function requireMayMerge(actor: Actor): void {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can merge organizations.')
}

export function mergeContext(deps: DomainDeps, trx: Transaction<Tables>, actor: Actor): WriteContext {
  const { orgs: declaration } = collections
  return { deps, trx, actor, declaration, now: deps.clock.now(), today: todayOf(deps, actor), isMany: true }
}

export const toOrganization = (locked: LockedRecord<'orgs'>) => ({
  pid: locked.pid,
  title: clientName(locked),
  number: locked.before.orgNo ?? '',
})

/** `GET /orgs/{pid}/merge?into=`: what a merge would do. Throws 403, 404, 400. */
export function previewMerge(
  deps: DomainDeps,
  actor: Actor,
  losing: string,
  into: string,
): Promise<MergePreview> {
  requireMayMerge(actor)
  const say = localize(actor.language)
  return inRepeatableTransaction(deps, async (trx) => {
    const context = mergeContext(deps, trx, actor)
    const pair = await lockPair(deps, context, losing, into)
    return {
      losing: toOrganization(pair.losing),
      surviving: toOrganization(pair.surviving),
      moves: await countParts(context, losing),
      fields: await differingFields(context, pair),
      sameContacts: await countTwins(context, losing, into),
      sameCertificates: await countTwinCertificates(context, losing, into),
      blockers: (await mergeBlockers(context, pair)).map((reason) => say(reason)),
    }
  })
}

/** Writes the fields of one of the organizations, and remembers them for the undo. */
async function saveFields(
  context: WriteContext,
  merge: string,
  { pid, version, before }: LockedRecord<'orgs'>,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changes: FieldChange[] = diffRecord(before, values)
  if (changes.length === 0) return
  await saveChanges(context, pid, version + 1, changes, { reason: null, action: 'merge' })
  await remember(context, merge, [{ kind: 'orgs', pid, changes }])
}

/**
 * `POST /orgs/{pid}/merge`: merges an organization into another one. The losing organization refers to the
 * surviving one at once; a job moves what belongs to it. Throws 403, 404, 400, and 409 naming what blocks it.
 */
export async function startMerge(
  deps: DomainDeps,
  actor: Actor,
  losing: string,
  body: unknown,
): Promise<{ job: { id: string } }> {
  requireMayMerge(actor)
  const parsed = MergeBody.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { into, fields: chosen = {} } = parsed.data
  const id = deps.ids.pid()
  await inRepeatableTransaction(deps, async (trx) => {
    const opened = mergeContext(deps, trx, actor)
    const pair = await lockPair(deps, opened, losing, into)
    const context = { ...opened, declaration: pair.declaration }
    const blockers = await mergeBlockers(context, pair)
    if (blockers.length > 0) throw new Refusal('transition-refused', joined(blockers), { unmet: blockers })
    const values = chosenValues(pair, await differingFields(context, pair), chosen)
    const total = (await countParts(context, losing, true)).reduce((sum, { count }) => sum + count, 0)
    await run(
      deps.database,
      trx,
      sql`insert into organization_merges (id, losing, surviving, merged_at, merged_by, begun_in)
        values (${id}, ${losing}, ${into}, ${context.now}::timestamptz, ${actor.pid}, pg_current_xact_id()::text::bigint)`,
    )
    await saveFields(context, id, pair.losing, { status: orgStatus.CLOSED, mergedInto: into })
    await saveFields(context, id, pair.surviving, values)
    const params = { losing, surviving: into }
    await insertJob(trx, { id, kind: 'merge-orgs', owner: actor.pid, collection: 'orgs', params, total })
  })
  deps.jobs.wake()
  deps.writes.notify()
  return { job: { id } }
}

type Mover = (context: WriteContext, move: Move) => Promise<number>

/** What a merge moves, in this order, one batch at a time. */
const movers: readonly Mover[] = [
  mergeTwinContacts,
  ...referringTables.map(({ table, fields }): Mover => async (context, move) => {
    if (table === 'tasks') await mergeTwinCertificates(context, move)
    return moveNext(context, table, fields, move)
  }),
  moveConditions,
  moveMailLinks,
  moveFiles,
  moveViews,
]

/** Transactions end long before this, so none that began before the merge is still open then. */
const horizonSeconds = 30

/**
 * Whether every transaction that began before the merge has ended. Until then one of them may still create a
 * record of the losing organization.
 */
async function isHorizonPassed({ deps, trx }: WriteContext, merge: string): Promise<boolean> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > m.begun_in
        or exists (select 1 from jobs j where j.id = m.id and j.started_at < clock_timestamp() - make_interval(secs => ${horizonSeconds})) as passed
      from organization_merges m where m.id = ${merge}`,
    z.object({ passed: z.boolean() }),
  )
  return row?.passed ?? true
}

/**
 * Moves everything in batches. Each mover finds what has not moved yet, so a merge that was interrupted goes
 * on where it stopped. It ends when a last look at everything finds nothing more.
 */
export const mergeHandler: JobHandler<DomainDeps> = {
  isExclusive: true,
  async step(deps, trx, job, actor) {
    requireMayMerge(actor)
    const { losing, surviving } = MergeParams.parse(job.params)
    const context = mergeContext(deps, trx, actor)
    const move: Move = { merge: job.id, from: losing, to: surviving, isRemembered: true }
    const isLastLook = job.cursor >= movers.length
    if (isLastLook && !(await isHorizonPassed(context, job.id))) {
      await sql`select pg_sleep(0.1)`.execute(trx)
      return { cursor: job.cursor, done: job.done, result: job.result, finished: false }
    }
    for (const [place, mover] of movers.entries()) {
      if (!isLastLook && place < job.cursor) continue
      const moved = await mover(context, move)
      const done = job.done + moved
      if (moved > 0) return { cursor: place, done, result: { moved: done }, finished: false }
    }
    const result = { moved: job.done }
    if (!isLastLook) return { cursor: movers.length, done: job.done, result, finished: false }
    await run(
      deps.database,
      trx,
      sql`update organization_merges set done_at = ${context.now}::timestamptz where id = ${job.id}`,
    )
    return { cursor: job.cursor, done: job.done, result, finished: true }
  },
}
