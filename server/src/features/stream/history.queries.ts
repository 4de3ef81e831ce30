import { toOrgRole, toRole } from '@portal/contract'
import type { Actor, Role } from '@portal/contract'
import type { Database } from '#database/database.ts'
import { toSnapshot } from './position.ts'
import type { Snapshot } from './position.ts'

/** What happened, as the outbox tells it: a row of `history`. */
export interface HistoryEvent {
  id: number
  at: Date
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
  "id, at, collection, pid, action, coalesce(version, 0) as version, actor, job, case when collection in ('job', 'files') then changes end as details"

/** What a look at the database sees now. */
export async function findSnapshot(database: Database): Promise<Snapshot> {
  const [row] = await database.query<{ snapshot: string }>(
    'select pg_current_snapshot()::text as snapshot',
    [],
  )
  return toSnapshot(row?.snapshot ?? '')
}

/** Number and time of the last line of all. */
export async function findLast(database: Database): Promise<{ id: number; at: Date } | undefined> {
  const [row] = await database.query<{ id: number; at: Date }>(
    'select id, at from history order by id desc limit 1',
    [],
  )
  return row
}

/** When the line of this number was written. */
export async function findTime(database: Database, id: number): Promise<Date | undefined> {
  const [row] = await database.query<{ at: Date }>('select at from history where id = $1', [id])
  return row?.at
}

/**
 * Forgets the transactions of lines that this database has not reached: they came from another one with a
 * backup, and its numbers mean nothing here. A line that a transaction of this database wrote is never among
 * them.
 */
export async function forgetForeignTransactions(database: Database): Promise<void> {
  await database.query(
    'update history set xid = null where xid >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint',
    [],
  )
}

/** Numbers of the lines after `id` that `snapshot` saw and `before` did not, in their order. */
export async function listIds(
  database: Database,
  before: Snapshot,
  snapshot: Snapshot,
  id: number,
  limit: number,
): Promise<number[]> {
  // Two questions that the index answers each, whatever the planner thinks of how many lines there are.
  const text = `with news as materialized (
      select id from history where xid >= $1::bigint and xid < $2::bigint and xid <> all($3::bigint[])
      union all
      select id from history where xid = any($4::bigint[]) and xid < least($1::bigint, $2::bigint)
    ) select id from news where id > $5::bigint order by id limit $6::int`
  const stillOpen = new Set(snapshot.open)
  const closed = before.open.filter((xid) => !stillOpen.has(xid))
  const rows = await database.query<{ id: number }>(text, [
    before.next,
    snapshot.next,
    snapshot.open,
    closed,
    id,
    limit,
  ])
  return rows.map((row) => row.id)
}

/** The lines of these numbers, in their order. */
export function listEvents(database: Database, ids: readonly number[]): Promise<HistoryEvent[]> {
  return database.query<HistoryEvent>(
    `select ${columns} from history where id = any($1::bigint[]) order by id`,
    [ids],
  )
}

/** What decides over what somebody hears. */
export interface SubjectFields extends Pick<Actor, 'org' | 'orgRole'> {
  role: Role | null
}

interface SessionRow {
  token_hash: string
  role: string | null
  org: string | null
  org_role: string | null
}

/**
 * Which of these sessions are still good, and what their people may see by now; asks nothing of their idle
 * time, so an open stream keeps nobody signed in.
 */
export async function listLiveSessions(
  database: Database,
  hashes: readonly string[],
  now: Date,
): Promise<Map<string, SubjectFields>> {
  const text = `select s.token_hash, case when s.stage = 'full' then u.role end as role, u.org, u.org_role from sessions s
    join users u on u.pid = s.user_pid and u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')
    where s.token_hash = any($1::text[]) and s.idle_expires_at > $2 and s.expires_at > $2`
  const rows = await database.query<SessionRow>(text, [hashes, now])
  return new Map(
    rows.map(({ token_hash: hash, role, org, org_role: orgRole }) => [
      hash,
      { role: toRole(role), org, orgRole: toOrgRole(orgRole) },
    ]),
  )
}
