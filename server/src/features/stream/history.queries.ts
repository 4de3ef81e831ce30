import { toOrgRole, toRole } from '@portal/contract'
import type { Actor, Role } from '@portal/contract'
import type { Database } from '#database/database.ts'

/** What happened, as the outbox tells it: a row of `history`. */
export interface HistoryEvent {
  id: number
  collection: string
  pid: string
  action: string
  version: number
  actor: string | null
  /** The job that wrote it: bulk and import tell of many records at once. */
  job: string | null
  /** What a job is at, and what a change of a file changed; null for others, which are many. */
  details: unknown
  /** Set by the rule of files: the folders whose lists a change of a file changes. */
  folders?: readonly string[]
}

const columns =
  "id, collection, pid, action, coalesce(version, 0) as version, actor, job, case when collection in ('job', 'files') then changes end as details"

export async function findLastId(database: Database): Promise<number> {
  const [row] = await database.named<{ id: number | null }>('select max(id) as id from history', [])
  return row?.id ?? 0
}

/** Events after `id`, and those of `missing` that have appeared since, by id. */
export function listAfter(database: Database, id: number, missing: readonly number[], limit: number): Promise<HistoryEvent[]> {
  const text = `select ${columns} from history where id > $1 or id = any($2::bigint[]) order by id limit $3`
  return database.named<HistoryEvent>(text, [id, missing, limit])
}

/** Events after `id` that are younger than `since`, for a browser that was away. */
export function listSince(database: Database, id: number, since: Date, limit: number): Promise<HistoryEvent[]> {
  const text = `select ${columns} from history where id > $1 and at > $2 order by id limit $3`
  return database.named<HistoryEvent>(text, [id, since, limit])
}

/** What decides over what somebody hears. */
export interface Standing extends Pick<Actor, 'org' | 'orgRole'> {
  role: Role | null
}

interface SessionRow {
  token_hash: string
  role: string | null
  org: string | null
  org_role: string | null
}

/**
 * Which of these sessions are still good, and what their people may see by now; asks nothing of their idle time, so an open stream keeps
 * nobody signed in.
 */
export async function listLiveSessions(database: Database, hashes: readonly string[], now: Date): Promise<Map<string, Standing>> {
  const text = `select s.token_hash, case when s.stage = 'full' then u.role end as role, u.org, u.org_role from sessions s
    join users u on u.pid = s.user_pid and u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')
    where s.token_hash = any($1::text[]) and s.idle_expires_at > $2 and s.expires_at > $2`
  const rows = await database.named<SessionRow>(text, [hashes, now])
  return new Map(rows.map(({ token_hash: hash, role, org, org_role: orgRole }) => [hash, { role: toRole(role), org, orgRole: toOrgRole(orgRole) }]))
}
