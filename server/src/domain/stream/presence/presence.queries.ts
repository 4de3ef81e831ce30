import { presenceTtlMs } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

/** Open pages of one session that are remembered; the oldest are forgotten. */
const maxTabs = 50

/** A page that reports where it is. */
export interface ReportedPlace {
  sessionHash: string
  tab: string
  user: string
  collection: string
  pid: string
  field: string | null
}

const Moved = z.object({
  from: z.string().nullable(),
  had: z.string().nullable(),
  hasOthers: z.boolean(),
})

/**
 * Stores where a page is. Returns the record it was at with its field, both null for a new page, and whether
 * other pages are at the record.
 */
export async function savePlace(
  database: Database,
  { sessionHash, tab, user, collection, pid, field }: ReportedPlace,
  now: Date,
): Promise<z.infer<typeof Moved>> {
  const text = `with old as (select record_pid, field from presence where session_hash = $1 and tab = $2),
      placed as (insert into presence (session_hash, tab, user_pid, collection, record_pid, field, seen_at)
        values ($1, $2, $3, $4, $5, $6, $7::timestamptz)
        on conflict (session_hash, tab) do update set user_pid = excluded.user_pid, collection = excluded.collection,
          record_pid = excluded.record_pid, field = excluded.field, seen_at = excluded.seen_at),
      trimmed as (delete from presence p using (select tab from presence where session_hash = $1 and tab <> $2
        order by seen_at desc offset ${maxTabs - 1}) o where p.session_hash = $1 and p.tab = o.tab)
    select (select record_pid from old) as "from", (select field from old) as had,
      exists (select 1 from presence p where p.record_pid = $5 and (p.session_hash <> $1 or p.tab <> $2)) as "hasOthers"`
  const [row] = await database.query(text, [sessionHash, tab, user, collection, pid, field, now], Moved)
  return row ?? { from: null, had: null, hasOthers: false }
}

const Left = z.object({ pid: z.string() })

/** Forgets a page. Returns the record it was at. */
export async function removePlace(database: Database, sessionHash: string, tab: string): Promise<string[]> {
  const rows = await database.query(
    'delete from presence where session_hash = $1 and tab = $2 returning record_pid as pid',
    [sessionHash, tab],
    Left,
  )
  return rows.map(({ pid }) => pid)
}

/** Forgets the pages of a session that reported no later than this. Returns their records. */
export async function removePlacesOf(
  database: Database,
  sessionHash: string,
  until: Date,
): Promise<string[]> {
  const rows = await database.query(
    'delete from presence where session_hash = $1 and seen_at <= $2::timestamptz returning record_pid as pid',
    [sessionHash, until],
    Left,
  )
  return rows.map(({ pid }) => pid)
}

const liveSince = (now: Date) => new Date(now.getTime() - presenceTtlMs)

/** Forgets pages that stopped reporting. Returns their records. */
export async function removeStalePlaces(database: Database, now: Date): Promise<string[]> {
  const rows = await database.query(
    'delete from presence where seen_at <= $1::timestamptz returning record_pid as pid',
    [liveSince(now)],
    Left,
  )
  return rows.map(({ pid }) => pid)
}

/** A person at a record, in one of their pages. */
export const PresentRow = z.object({
  record: z.string(),
  collection: z.string(),
  session: z.string(),
  field: z.string().nullable(),
  pid: z.string(),
  name: z.string(),
  role: z.string().nullable(),
  org: z.string().nullable(),
})
export type PresentRow = z.infer<typeof PresentRow>

/** Who is at these records, by name. */
export function listPresent(database: Database, pids: readonly string[], now: Date): Promise<PresentRow[]> {
  const text = `select p.record_pid as record, p.collection, p.session_hash as session, p.field, u.pid, coalesce(u.name, u.email, '') as name, u.role, u.org
    from presence p join users u on u.pid = p.user_pid and u.deleted_at is null
    where p.record_pid = any($1::text[]) and p.seen_at > $2::timestamptz order by 6, u.pid, p.tab`
  return database.query(text, [pids, liveSince(now)], PresentRow)
}
