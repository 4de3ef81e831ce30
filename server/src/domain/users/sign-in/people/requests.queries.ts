import { AccessRequest } from '@portal/contract'
import type { RequestState } from '@portal/contract'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { AccessRequestRow } from './admit-request.ts'

const ListedRequest = z.object({
  pid: z.string(),
  name: z.string(),
  email: z.string(),
  organization: z.string().nullable(),
  state: AccessRequest.shape.state,
  created_at: z.date(),
  decided_at: z.date().nullable(),
  reason: z.string().nullable(),
  decided_by: z.object({ pid: z.string(), title: z.string() }).nullable(),
  clash: z.object({ pid: z.string(), title: z.string() }).nullable(),
  has_proof: z.boolean(),
  address: AccessRequest.shape.address,
})
type ListedRequest = z.infer<typeof ListedRequest>

const person = (alias: string) =>
  `case when ${alias}.pid is null then null else json_build_object('pid', ${alias}.pid, 'title', ${alias}.name) end`

const listText = `select r.pid, r.name, r.email, r.organization, r.state, r.created_at, r.decided_at, r.reason,
    ${person('d')} as decided_by,
    case when r.state = 'PENDING' then ${person('c')} end as clash,
    exists (select 1 from passkeys p where p.request_pid = r.pid) or exists (select 1 from microsoft_identities m where m.request_pid = r.pid) as has_proof,
    case when r.verified_at is not null then 'verified' when r.confirm_hash is not null then 'not-verified' else 'mail-not-set-up' end as address
  from access_requests r
  left join users d on d.pid = r.decided_by
  left join users c on lower(c.email) = lower(r.email) and c.deleted_at is null
  where ($1::text is null or r.state = $1) and r.setup_hash is null
  order by r.created_at desc, r.pid desc limit $2::bigint offset $3::bigint`

const countText =
  'select count(*) as count from access_requests where ($1::text is null or state = $1) and setup_hash is null'

/** One page of the requests in a state (null for all), newest first, and the total. */
export async function listRequests(
  database: Database,
  state: RequestState | null,
  page: number,
  pageSize: number,
): Promise<{ requests: AccessRequest[]; count: number }> {
  const rows = await database.query(listText, [state, pageSize, (page - 1) * pageSize], ListedRequest)
  const [counted] = await database.query(countText, [state], z.object({ count: z.number() }))
  const requests = rows.map((row) => ({
    pid: row.pid,
    name: row.name,
    email: row.email,
    organization: row.organization,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    reason: row.reason,
    hasProof: row.has_proof,
    address: row.address,
    clash: row.clash,
  }))
  return { requests, count: counted?.count ?? 0 }
}

/** A request by its pid, locked until the transaction ends. */
export function findRequest(kysely: Kysely<Tables>, pid: string): Promise<AccessRequestRow | undefined> {
  return kysely
    .selectFrom('access_requests')
    .selectAll()
    .where('pid', '=', pid)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes the credentials and sessions that a rejected request could sign in with. */
export async function forgetRequest(kysely: Kysely<Tables>, pid: string): Promise<void> {
  for (const table of ['passkeys', 'microsoft_identities', 'sessions'] as const) {
    await sql`delete from ${sql.table(table)} where request_pid = ${pid}`.execute(kysely)
  }
}
