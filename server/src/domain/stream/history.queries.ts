import { z } from 'zod'
import { toOrgRole, toRole } from '@portal/contract'
import type { Actor, Role } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'
import { toSnapshot } from './position.ts'
import type { Snapshot } from './position.ts'

/** An event of the outbox: a row of `history`. */
export const HistoryEvent = z.object({
  id: z.number(),
  at: z.date(),
  collection: z.string(),
  pid: z.string(),
  action: z.string(),
  version: z.number(),
  actor: z.string().nullable(),
  /** The job that wrote it. Bulk changes and imports write many events. */
  job: z.string().nullable(),
  /** Progress of a job or changes of a file; null for all others, which can be large. */
  details: z.unknown(),
  /** Set by the rule for files: the folders whose lists change. */
  folders: z.array(z.string()).optional(),
})
export type HistoryEvent = z.infer<typeof HistoryEvent>

const columns =
  "id, at, collection, pid, action, coalesce(version, 0) as version, actor, job, case when collection in ('job', 'files') then changes end as details"

/** The current snapshot of the database. */
export async function findSnapshot(database: Database): Promise<Snapshot> {
  const [row] = await database.query(
    'select pg_current_snapshot()::text as snapshot',
    [],
    z.object({ snapshot: z.string() }),
  )
  return toSnapshot(row?.snapshot ?? '')
}

/** Id and time of the last history row. */
export async function findLast(database: Database): Promise<{ id: number; at: Date } | undefined> {
  const [row] = await database.query(
    'select id, at from history order by id desc limit 1',
    [],
    z.object({ id: z.number(), at: z.date() }),
  )
  return row
}

/** Time of a history row. */
export async function findTime(database: Database, id: number): Promise<Date | undefined> {
  const [row] = await database.query('select at from history where id = $1', [id], z.object({ at: z.date() }))
  return row?.at
}

/**
 * Clears transaction ids that this database has not reached. They come from another database through a backup
 * and have no meaning here. Rows that this database wrote are never affected.
 */
export async function forgetForeignTransactions(database: Database): Promise<void> {
  await database.query(
    'update history set xid = null where xid >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint',
    [],
  )
}

/** Ids after `id`, in order, that are visible in `snapshot` and not in `before`. */
export async function listIds(
  database: Database,
  before: Snapshot,
  snapshot: Snapshot,
  id: number,
  limit: number,
): Promise<number[]> {
  // Two subqueries that each use the index, whatever row count the planner estimates.
  const text = `with news as materialized (
      select id from history where xid >= $1::bigint and xid < $2::bigint and xid <> all($3::bigint[])
      union all
      select id from history where xid = any($4::bigint[]) and xid < least($1::bigint, $2::bigint)
    ) select id from news where id > $5::bigint order by id limit $6::int`
  const stillOpen = new Set(snapshot.open)
  const closed = before.open.filter((xid) => !stillOpen.has(xid))
  const rows = await database.query(
    text,
    [before.next, snapshot.next, snapshot.open, closed, id, limit],
    z.object({ id: z.number() }),
  )
  return rows.map((row) => row.id)
}

/** The rows with these ids, in order. */
export async function listEvents(database: Database, ids: readonly number[]): Promise<HistoryEvent[]> {
  const text = `select ${columns} from history where id = any($1::bigint[]) order by id`
  return database.query(text, [ids], HistoryEvent)
}

/** Fields of a person that determine which events they see. */
export interface SubjectFields extends Pick<Actor, 'org' | 'orgRole'> {
  role: Role | null
}

const SessionRow = z.object({
  token_hash: z.string(),
  role: z.string().nullable(),
  org: z.string().nullable(),
  org_role: z.string().nullable(),
})
type SessionRow = z.infer<typeof SessionRow>

/**
 * The sessions of these that are still valid, with the current rights of their people. Does not extend the
 * idle time, so an open stream does not keep a person signed in.
 */
export async function listLiveSessions(
  database: Database,
  hashes: readonly string[],
  now: Date,
): Promise<Map<string, SubjectFields>> {
  const text = `select s.token_hash, case when s.stage = 'full' then u.role end as role, u.org, u.org_role from sessions s
    join users u on u.pid = s.user_pid and u.deleted_at is null and u.status not in ('DISABLED', 'DELETED')
    where s.token_hash = any($1::text[]) and s.idle_expires_at > $2 and s.expires_at > $2`
  const rows = await database.query(text, [hashes, now], SessionRow)
  return new Map(
    rows.map(({ token_hash: hash, role, org, org_role: orgRole }) => [
      hash,
      { role: toRole(role), org, orgRole: toOrgRole(orgRole) },
    ]),
  )
}
