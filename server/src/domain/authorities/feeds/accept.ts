import { Refusal, collections, isStaff, joined, phrase, refusalOf } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { isExpiry } from '@portal/contract/authority-path'
import { AcceptProposals } from '@portal/contract/authority-proposals'
import type { AcceptedProposals } from '@portal/contract/authority-proposals'
import { sql } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { localize } from '#platform/language/localize.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { applyTransition, loadGuardContext, requireTransition } from '#engine/transitions/apply-transition.ts'
import { inTransition, lockVisible } from '#engine/transitions/lock-visible.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { statusesSql } from './compare.ts'
import { judgePath, otherPermitBlocker, stepBody } from './proposal-steps.ts'
import type { ProposedStatus } from './proposal-steps.ts'
import { findSource } from './source-rows.ts'

const Row = z.object({
  permit: z.string(),
  to_status: z.string(),
  state: z.string(),
  authority: z.string(),
  rawStatus: z.string(),
  statusDate: z.string().nullable(),
  issuedDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
})

const noSuchProposal = (pid: string): Refusal =>
  new Refusal('not-found', phrase('Proposal {{pid}} not found.', { pid: pid.slice(0, 64) }))

/** Throws 403 for people who are not staff. */
export function requireStaff(actor: Pick<Actor, 'role'>): void {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only the office can do this.')
}

/** A proposal and the permit it is about. Throws 404. */
async function readProposal(context: WriteContext, pid: string): Promise<z.infer<typeof Row>> {
  const [row] = await run(
    context.deps.database,
    context.trx,
    sql`select x.permit, x.to_status, x.state, a.name as authority, o.raw_status as "rawStatus", o.status_date::text as "statusDate",
        o.issued_date::text as "issuedDate", o.expiry_date::text as "expiryDate"
      from authority_proposals x join authority_observations o on o.pid = x.observation join authority_sources s on s.pid = x.source
        join authorities a on a.pid = s.authority where x.pid = ${pid}`,
    Row,
  )
  if (row === undefined) throw noSuchProposal(pid)
  return row
}

const refuse = (sentence: string) => new Refusal('transition-refused', sentence, { unmet: [sentence] })

/** Marks an open proposal as decided. Throws 409 for one that is not open. */
async function decide(
  { deps, trx, now }: WriteContext,
  pid: string,
  state: 'ACCEPTED' | 'DISMISSED',
  by: string | null,
  reason: string | null,
): Promise<void> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select state from authority_proposals where pid = ${pid} for update`,
    z.object({ state: z.string() }),
  )
  if (row?.state === 'HELD')
    throw refuse('This was held with many others. An administrator decides about all of them.')
  if (row?.state !== 'OPEN') throw refuse('This proposal was decided already.')
  await run(
    deps.database,
    trx,
    sql`update authority_proposals set state = ${state}, decided_at = ${now}::timestamptz, decided_by = ${by}, reason = ${reason} where pid = ${pid}`,
  )
}

/** Throws 409 when the locked permit has another number or agency than the feed spoke of. */
async function requireSamePermit({ deps, trx, actor }: WriteContext, pid: string): Promise<void> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select o.number, p.authority_number as "permitNumber", p.authority_pid is not distinct from s.authority as "isSameAgency", x.to_status as to
      from authority_proposals x join authority_observations o on o.pid = x.observation join authority_sources s on s.pid = x.source
        join permits p on p.pid = x.permit where x.pid = ${pid}`,
    z.object({
      number: z.string(),
      permitNumber: z.string().nullable(),
      isSameAgency: z.boolean(),
      to: z.string(),
    }),
  )
  const blocker = row === undefined ? null : otherPermitBlocker(row, row.to, actor)
  if (blocker === null) return
  const { detail, code, params } = blocker
  throw new Refusal('transition-refused', detail, { unmet: [detail], code, params })
}

/** Takes the steps one after the other, each with its guards, as a person would. */
async function takeSteps(
  context: WriteContext<'permits'>,
  permit: string,
  path: readonly string[],
  told: ProposedStatus,
): Promise<void> {
  const { deps, actor, today } = context
  for (const to of path) {
    const locked = await lockRelated(context, 'permits', permit)
    if (locked === undefined) throw noSuchProposal(permit)
    const body = stepBody(deps.statusMap.current, actor, locked.before, to, told, today)
    if (!isExpiry(locked.before.status ?? '', to)) await requireTransition(locked, body)
    await applyTransition(locked, body)
  }
}

async function accept(deps: DomainDeps, actor: Actor, pid: string): Promise<void> {
  await inTransition(deps, actor, collections.permits, async (context) => {
    const { permit, to_status: to, ...told } = await readProposal(context, pid)
    // Every writer locks the permit first.
    const locked = await lockVisible(context, permit)
    await requireSamePermit(context, pid)
    await decide(context, pid, 'ACCEPTED', actor.pid === portalActor.pid ? null : actor.pid, null)
    const facts = await loadGuardContext(locked)
    const map = deps.statusMap.current
    const judged = { map, actor, permit: locked.before, facts, today: context.today }
    const { path, blockers } = judgePath(judged, to)
    if (blockers.length > 0) {
      const unmet = [...new Set(blockers.map(({ detail }) => detail))]
      const [{ code, params } = { code: 'no-such-step', params: {} }] = blockers
      throw new Refusal('transition-refused', joined(unmet), { unmet, code, params })
    }
    await takeSteps(context, permit, path, told)
  })
  deps.writes.notify()
}

/**
 * `POST /proposals/{pid}/accept`: takes the path of a proposal, step by step, in one transaction. Throws 403
 * for clients, 404 for an unknown proposal, 409 for one that was decided or that a guard stands against.
 */
export async function acceptProposal(deps: DomainDeps, actor: Actor, pid: string): Promise<void> {
  requireStaff(actor)
  await accept(deps, actor, pid)
}

/** `POST /proposals/accept`: each proposal is judged and accepted by itself. */
export async function acceptMany(deps: DomainDeps, actor: Actor, body: unknown): Promise<AcceptedProposals> {
  requireStaff(actor)
  const parsed = AcceptProposals.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const failed: AcceptedProposals['failed'] = []
  const pids = [...new Set(parsed.data.pids)]
  for (const pid of pids) {
    try {
      await accept(deps, actor, pid)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const reason = error.type === 'not-found' ? 'not-found' : localize(actor.language)(error.detail)
      failed.push({ pid, reason })
    }
  }
  return { updated: pids.length - failed.length, failed }
}

/**
 * Accepts the open proposals of a source whose policy was `apply` and still is. Those that a guard stands
 * against stay open and are tried again. Returns how many it accepted.
 */
export async function acceptAtOnce(deps: DomainDeps, pid: string): Promise<number> {
  const { kysely } = deps.database
  const source = await findSource(kysely, pid)
  if (source === undefined) return 0
  const { rows } =
    await sql`select x.pid from authority_proposals x join authority_observations o on o.pid = x.observation
      join ${statusesSql({ statuses: deps.statusMap.current }, source)} on m.word = lower(trim(o.raw_status))
    where x.source = ${pid} and x.state = 'OPEN' and x.policy = 'apply' and m.policy = 'apply' and m.to_status = x.to_status order by x.seq`.execute(
      kysely,
    )
  const open = z.array(z.object({ pid: z.string() })).parse(rows)
  const actor: Actor = { ...portalActor, timeZone: await officeZone(deps) }
  let accepted = 0
  for (const { pid } of open) {
    try {
      await accept(deps, actor, pid)
      accepted += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return accepted
}

/**
 * `POST /proposals/{pid}/dismiss`: leaves the permit as it is. The same observation makes no further
 * proposal. Throws like `acceptProposal`.
 */
export async function dismissProposal(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  reason: string,
): Promise<void> {
  await inTransition(deps, actor, collections.permits, async (context) => {
    const { permit } = await readProposal(context, pid)
    await lockVisible(context, permit)
    await decide(context, pid, 'DISMISSED', actor.pid, reason)
  })
}

/** Closes what waits about a permit when its status changes otherwise: the newer change wins. */
export async function closeProposals({ deps, trx, now }: WriteContext, permit: string): Promise<void> {
  const reason = 'The status of the permit changed otherwise.'
  await run(
    deps.database,
    trx,
    sql`update authority_proposals set state = 'DISMISSED', decided_at = ${now}::timestamptz, reason = ${reason}
      where permit = ${permit} and state in ('OPEN', 'HELD')`,
  )
}
