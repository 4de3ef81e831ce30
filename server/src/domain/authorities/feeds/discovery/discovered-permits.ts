import { Refusal, collections, phrase, refusalOf, verbatim, withLibrary } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { CreateDiscovered, DiscoveredQuery, DiscoveredState } from '@portal/contract/authority-discovery'
import type { DiscoveredPermit, DiscoveredPermits } from '@portal/contract/authority-discovery'
import { DismissProposal } from '@portal/contract/authority-proposals'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { localize } from '#platform/language/localize.ts'
import { readStoredText, toStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { checkNew, createRecordIn } from '#engine/write/create-record.ts'
import { inRepeatableTransaction, inTransaction, run } from '#engine/write/writing.ts'
import { requireStaff } from '../accept.ts'
import { narrowRows, pageSql } from '../narrow-rows.ts'
import { closeOurs, oursSql } from './save-discovered.ts'

const Row = z.object({
  pid: z.string(),
  source: z.string(),
  authority: z.string(),
  authority_name: z.string(),
  state: DiscoveredState,
  org: z.string(),
  org_name: z.string().nullable(),
  company: z.string(),
  number: z.string(),
  raw_status: z.string(),
  status_date: z.string().nullable(),
  issued_date: z.string().nullable(),
  applied_date: z.string().nullable(),
  expiry_date: z.string().nullable(),
  link: z.string().nullable(),
  permit_type: z.string().nullable(),
  first_seen_at: z.date(),
  last_seen_at: z.date(),
  permit: z.string().nullable(),
  permit_title: z.string().nullable(),
  decided_at: z.date().nullable(),
  decided_by: z.string().nullable(),
  decided_by_name: z.string().nullable(),
  reason: z.string().nullable(),
})
type Row = z.infer<typeof Row>

/** An organization that was merged stands for the one into which it was merged. */
const fromSql =
  sql.raw(`from authority_finds f join authority_sources s on s.pid = f.source and s.deleted_at is null join authorities a on a.pid = s.authority
    join orgs o on o.pid = f.org join orgs g on g.pid = coalesce(o.merged_into, o.pid)`)

type Kysely = DomainDeps['database']['kysely'] | Transaction<Tables>

async function readRows(
  kysely: Kysely,
  where: RawBuilder<unknown>,
  paging: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } =
    await sql`select f.pid, f.source, s.authority, a.name as authority_name, f.state, g.pid as org, g.legal_name as org_name, f.company, f.number,
        f.raw_status, f.status_date::text as status_date, f.issued_date::text as issued_date, f.applied_date::text as applied_date,
        f.expiry_date::text as expiry_date, f.link, f.permit_type, f.first_seen_at, f.last_seen_at, f.permit, p.title as permit_title,
        f.decided_at, f.decided_by, u.name as decided_by_name, f.reason
      ${fromSql} left join permits p on p.pid = f.permit left join users u on u.pid = f.decided_by
      where ${where} order by f.seq desc ${paging}`.execute(kysely)
  return z.array(Row).parse(rows)
}

const toDiscovered = (row: Row, actor: Actor): DiscoveredPermit => ({
  pid: row.pid,
  source: { pid: row.source, title: row.authority_name },
  state: row.state,
  org: { pid: row.org, title: row.org_name ?? '' },
  company: row.company,
  authorityNumber: row.number,
  rawStatus: row.raw_status,
  statusDate: row.status_date,
  issuedDate: row.issued_date,
  appliedDate: row.applied_date,
  expiryDate: row.expiry_date,
  link: row.link,
  permitType: row.permit_type,
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  permit: row.permit === null ? null : { pid: row.permit, title: row.permit_title ?? row.number },
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by === null ? null : { pid: row.decided_by, title: row.decided_by_name ?? '' },
  reason: row.reason === null ? null : readStoredText(row.reason, localize(actor.language)),
})

const narrowed = [
  ['state', 'f.state'],
  ['org', 'g.pid'],
  ['source', 'f.source'],
] as const

/** `GET /finds`: discovered permits, newest first. Throws 403, 400. */
export async function listDiscovered(
  deps: DomainDeps,
  actor: Actor,
  query: unknown,
): Promise<DiscoveredPermits> {
  requireStaff(actor)
  const parsed = DiscoveredQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { page, pageSize, filter = {}, ...equalities } = parsed.data
  const where = narrowRows(narrowed, filter, equalities)
  const { kysely } = deps.database
  const counted = await sql`select count(*) as count ${fromSql} where ${where}`.execute(kysely)
  const [{ count } = { count: 0 }] = z.array(z.object({ count: z.number() })).parse(counted.rows)
  const rows = await readRows(kysely, where, pageSql({ page, pageSize }))
  return { finds: rows.map((row) => toDiscovered(row, actor)), metadata: { count, page, pageSize } }
}

async function getRow(kysely: Kysely, pid: string): Promise<Row> {
  const [row] = await readRows(kysely, sql`f.pid = ${pid}`)
  if (row === undefined)
    throw new Refusal('not-found', phrase('Discovered permit {{pid}} not found.', { pid: pid.slice(0, 64) }))
  return row
}

const refuse = (sentence: string) => new Refusal('transition-refused', sentence, { unmet: [sentence] })

/** Locks an open row until the end of the transaction. Throws 409 for one that was decided. */
async function lockOpen(deps: DomainDeps, trx: Transaction<Tables>, pid: string): Promise<void> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select state from authority_finds where pid = ${pid} for update`,
    z.object({ state: z.string() }),
  )
  if (row?.state !== 'OPEN') throw refuse('This discovered permit was decided already.')
}

/** Throws 409 when a permit has the number. Two feeds of one authority may have found it at the same time. */
async function requireNotOurs(deps: DomainDeps, trx: Transaction<Tables>, row: Row): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${row.authority} ${row.number}`}, 0))`.execute(
    trx,
  )
  const ours = await run(deps.database, trx, oursSql(row.authority, [row.number]))
  if (ours.length > 0) throw refuse('A permit has this number now.')
}

/**
 * The next run of the feed proposes the status of the new permit. A file is read whole, so it is not hurried.
 */
const hurrySql = (row: Row, now: Date) =>
  sql`update authority_sources set next_run_at = least(next_run_at, ${now}::timestamptz)
    where pid = ${row.source} and dialect <> 'csv' and failures = 0 and not is_stopped`

/**
 * `POST /finds/{pid}/create`: creates the permit by the rules of any new permit and closes the row, in one
 * transaction. Its dates and its status come as a proposal of the feed. Throws 403, 404, 400 without a
 * permit type, 409 for one that was decided or whose number is ours by now.
 */
export async function createDiscovered(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<{ pid: string }> {
  requireStaff(actor)
  requireOpen(collections.permits, actor, 'create')
  const row = await getRow(deps.database.kysely, pid)
  const parsed = CreateDiscovered.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const permitType = parsed.data.permitType ?? row.permit_type
  const declaration = withLibrary(collections.permits, deps.permitLibrary.current)
  const values = checkNew(actor, declaration, {
    title: row.number,
    org: row.org,
    authority: row.authority,
    authorityNumber: row.number,
    ...(permitType !== null && { permitType }),
    ...(row.link !== null && { description: row.link }),
  })
  const reason = toStoredText(
    phrase('Found in the feed of {{authority}}.', { authority: verbatim(row.authority_name) }),
  )
  const now = deps.clock.now()
  try {
    const permit = await inRepeatableTransaction(deps, async (trx) => {
      await lockOpen(deps, trx, pid)
      await requireNotOurs(deps, trx, row)
      const made = await createRecordIn(deps, trx, actor, collections.permits, values, reason)
      await sql`update authority_finds set state = 'CREATED', permit = ${made.pid}, decided_at = ${now}::timestamptz, decided_by = ${actor.pid}
        where pid = ${pid}`.execute(trx)
      await hurrySql(row, now).execute(trx)
      return made.pid
    })
    deps.writes.notify()
    return { pid: permit }
  } catch (error) {
    if (error instanceof Refusal && error.type === 'transition-refused')
      await closeOurs(deps, { pid: row.source, authority: row.authority })
    throw error
  }
}

/** `POST /finds/{pid}/dismiss`. Throws 403, 400 without a reason, 404, 409 for one that was decided. */
export async function dismissDiscovered(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<DiscoveredPermit> {
  requireStaff(actor)
  await getRow(deps.database.kysely, pid)
  const parsed = DismissProposal.safeParse(body ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  await inTransaction(deps, async (trx) => {
    await lockOpen(deps, trx, pid)
    await sql`update authority_finds set state = 'DISMISSED', decided_at = ${deps.clock.now()}::timestamptz, decided_by = ${actor.pid}, reason = ${parsed.data.reason}
      where pid = ${pid}`.execute(trx)
  })
  return toDiscovered(await getRow(deps.database.kysely, pid), actor)
}
