import { Refusal, collections, isAdministrator, phrase, refusalOf } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { DismissProposal, ProposalsQuery } from '@portal/contract/authority-proposals'
import type { Proposal, ProposalBlocker, Proposals } from '@portal/contract/authority-proposals'
import { HeldDecision } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { localize } from '#platform/language/localize.ts'
import { readStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { inTransition, readVisible } from '#engine/transitions/lock-visible.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { inTransaction, run } from '#engine/write/writing.ts'
import { dismissProposal, requireStaff } from './accept.ts'
import { narrowRows, pageSql } from './narrow-rows.ts'
import { judgePath, otherPermitBlocker } from './proposal-steps.ts'
import { getSource } from './source-rows.ts'

const Row = z.object({
  pid: z.string(),
  permit: z.string(),
  title: z.string().nullable(),
  ref_no: z.string().nullable(),
  org: z.string().nullable(),
  org_name: z.string().nullable(),
  bucket: z.string().nullable(),
  status: z.string(),
  source: z.string(),
  authority: z.string(),
  state: z.enum(['OPEN', 'HELD', 'ACCEPTED', 'DISMISSED']),
  to_status: z.string(),
  number: z.string(),
  permit_number: z.string().nullable(),
  is_same_agency: z.boolean(),
  raw_status: z.string(),
  status_date: z.string().nullable(),
  seen_at: z.date(),
  link: z.string().nullable(),
  created_at: z.date(),
  decided_at: z.date().nullable(),
  decided_by: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  reason: z.string().nullable(),
})
type Row = z.infer<typeof Row>

const fromSql =
  sql.raw(`from authority_proposals x join permits p on p.pid = x.permit and p.deleted_at is null
  join authority_observations o on o.pid = x.observation join authority_sources s on s.pid = x.source and s.deleted_at is null
  join authorities a on a.pid = s.authority`)

const narrowed = [
  ['permit', 'x.permit'],
  ['source', 'x.source'],
  ['state', 'x.state'],
] as const

async function readRows(
  context: WriteContext,
  where: RawBuilder<unknown>,
  paging: RawBuilder<unknown>,
): Promise<Row[]> {
  return run(
    context.deps.database,
    context.trx,
    sql`select x.pid, x.permit, p.title, p.ref_no, p.org, g.legal_name as org_name, p.bucket, p.status, x.source, a.name as authority, x.state, x.to_status,
        o.number, p.authority_number as permit_number, p.authority_pid is not distinct from s.authority as is_same_agency, o.raw_status, o.status_date::text as status_date, o.seen_at, o.link, x.created_at, x.decided_at, x.decided_by, u.name as decided_by_name, x.reason
      ${fromSql} left join orgs g on g.pid = p.org left join users u on u.pid = x.decided_by
      where ${where} order by x.seq desc ${paging}`,
    Row,
  )
}

const waiting: readonly string[] = ['OPEN', 'HELD']

async function judge(
  context: WriteContext<'permits'>,
  { permit, to_status: to, state, ...row }: Row,
): Promise<{ path: string[]; blockers: ProposalBlocker[] }> {
  if (!waiting.includes(state)) return { path: [], blockers: [] }
  const { deps, actor, today } = context
  const locked = await readVisible(context, permit)
  const facts = await loadGuardContext(locked)
  const told = {
    number: row.number,
    permitNumber: row.permit_number,
    isSameAgency: row.is_same_agency,
  }
  const other = otherPermitBlocker(told, to, actor)
  if (other !== null) return { path: [], blockers: [other] }
  return judgePath({ map: deps.statusMap.current, actor, permit: locked.before, facts, today }, to)
}

async function toProposal(context: WriteContext<'permits'>, row: Row): Promise<Proposal> {
  const say = localize(context.actor.language)
  return {
    pid: row.pid,
    permit: { pid: row.permit, title: row.title ?? row.ref_no ?? row.number },
    refNo: row.ref_no,
    authorityNumber: row.number,
    org: row.org === null ? null : { pid: row.org, title: row.org_name ?? '' },
    collection: row.bucket === 'processed' ? 'processed' : 'permits',
    source: { pid: row.source, title: row.authority },
    state: row.state,
    rawStatus: row.raw_status,
    statusDate: row.status_date,
    seenAt: row.seen_at.toISOString(),
    link: row.link,
    from: row.status,
    to: row.to_status,
    ...(await judge(context, row)),
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by === null ? null : { pid: row.decided_by, title: row.decided_by_name ?? '' },
    reason: row.reason === null ? null : readStoredText(row.reason, say),
  }
}

/** `GET /proposals`: newest first, each with its path and what stands against it. Throws 403, 400. */
export async function listProposals(deps: DomainDeps, actor: Actor, query: unknown): Promise<Proposals> {
  requireStaff(actor)
  const parsed = ProposalsQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { page, pageSize, filter = {}, ...equalities } = parsed.data
  const where = narrowRows(narrowed, filter, equalities)
  return inTransition(deps, actor, collections.permits, async (context) => {
    const [counted] = await run(
      deps.database,
      context.trx,
      sql`select count(*) as count ${fromSql} where ${where}`,
      z.object({ count: z.number() }),
    )
    const rows = await readRows(context, where, pageSql({ page, pageSize }))
    const proposals: Proposal[] = []
    for (const row of rows) proposals.push(await toProposal(context, row))
    return { proposals, metadata: { count: counted?.count ?? 0, page, pageSize } }
  })
}

/** One proposal. Throws 403, 404. */
export async function getProposal(deps: DomainDeps, actor: Actor, pid: string): Promise<Proposal> {
  requireStaff(actor)
  return inTransition(deps, actor, collections.permits, async (context) => {
    const [row] = await readRows(context, sql`x.pid = ${pid}`, sql``)
    if (row === undefined)
      throw new Refusal('not-found', phrase('Proposal {{pid}} not found.', { pid: pid.slice(0, 64) }))
    return toProposal(context, row)
  })
}

/** `POST /proposals/{pid}/dismiss`. Throws 403, 400 without a reason, 404, 409 for one that was decided. */
export async function dismiss(deps: DomainDeps, actor: Actor, pid: string, body: unknown): Promise<Proposal> {
  requireStaff(actor)
  await getProposal(deps, actor, pid)
  const parsed = DismissProposal.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  await dismissProposal(deps, actor, pid, parsed.data.reason)
  return getProposal(deps, actor, pid)
}

/**
 * `POST /authority-sources/{pid}/held`: one decision on everything that was held. Released proposals are open
 * for staff; a dismissed one does not come back. Throws 403 for others than administrators, 404, 400.
 */
export async function decideHeld(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<{ updated: number }> {
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'Administrators only.')
  await getSource(deps.database.kysely, pid)
  const parsed = HeldDecision.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const decided = parsed.data
  const now = deps.clock.now()
  const rows = await inTransaction(deps, (trx) =>
    run(
      deps.database,
      trx,
      decided.decision === 'release'
        ? sql`update authority_proposals set state = 'OPEN' where source = ${pid} and state = 'HELD' returning pid`
        : sql`update authority_proposals set state = 'DISMISSED', decided_at = ${now}::timestamptz, decided_by = ${actor.pid}, reason = ${decided.reason}
            where source = ${pid} and state = 'HELD' returning pid`,
    ),
  )
  return { updated: rows.length }
}
