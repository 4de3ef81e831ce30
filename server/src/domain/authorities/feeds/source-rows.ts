import { Refusal, phrase } from '@portal/contract'
import { FeedDialect, FeedFields, FeedRunResult, FeedStatus } from '@portal/contract/authority-feeds'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'

/** A source as stored, with the name of its authority and its last run. */
export const SourceRow = z.object({
  pid: z.string(),
  version: z.number(),
  created_at: z.date(),
  updated_at: z.date(),
  authority: z.string(),
  authority_name: z.string(),
  dialect: FeedDialect,
  address: z.string(),
  dataset: z.string().nullable(),
  token: z.string().nullable(),
  fields: FeedFields,
  statuses: z.record(z.string(), FeedStatus),
  interval_minutes: z.number(),
  stale_after_days: z.number(),
  is_active: z.boolean(),
  next_run_at: z.date().nullable(),
  failures: z.number(),
  is_stopped: z.boolean(),
  problem: z.string().nullable(),
  etag: z.string().nullable(),
  newest: z.string().nullable(),
  refreshed_at: z.date().nullable(),
  asked_all_at: z.date().nullable(),
  discovers: z.boolean(),
  discovered_at: z.date().nullable(),
  discovery_after: z.string().nullable(),
})
export type SourceRow = z.infer<typeof SourceRow>

export const sourceColumns =
  sql.raw(`s.pid, s.version, s.created_at, s.updated_at, s.authority, a.name as authority_name, s.dialect, s.address,
  s.dataset, s.token, s.fields, s.statuses, s.interval_minutes, s.stale_after_days, s.is_active, s.next_run_at, s.failures, s.is_stopped, s.problem,
  s.etag, s.newest, s.refreshed_at, s.asked_all_at, s.discovers, s.discovered_at, s.discovery_after`)

/** Sources that are not deleted, with their authorities. */
export const sourcesSql = sql.raw(
  'from authority_sources s join authorities a on a.pid = s.authority where s.deleted_at is null',
)

/** The source with that pid; undefined when there is none. */
export async function findSource(kysely: Kysely<Tables>, pid: string): Promise<SourceRow | undefined> {
  const { rows } = await sql`select ${sourceColumns} ${sourcesSql} and s.pid = ${pid}`.execute(kysely)
  return rows.length === 0 ? undefined : SourceRow.parse(rows[0])
}

/** The source with that pid. Throws 404. */
export async function getSource(kysely: Kysely<Tables>, pid: string): Promise<SourceRow> {
  const source = await findSource(kysely, pid)
  if (source === undefined)
    throw new Refusal('not-found', phrase('Agency feed {{pid}} not found.', { pid: pid.slice(0, 64) }))
  return source
}

export const RunRow = z.object({
  id: z.string(),
  source: z.string(),
  started_at: z.date(),
  finished_at: z.date(),
  started_by: z.string().nullable(),
  started_by_name: z.string().nullable(),
  result: FeedRunResult,
})
export type RunRow = z.infer<typeof RunRow>

/** The latest runs of each of these sources, newest first. */
export async function listRuns(
  kysely: Kysely<Tables>,
  sources: readonly string[],
  each: number,
): Promise<RunRow[]> {
  const { rows } =
    await sql`select r.id, r.source, r.started_at, r.finished_at, r.started_by, u.name as started_by_name, r.result
    from unnest(${[...sources]}::text[]) as s(pid) cross join lateral (
      select * from authority_runs where source = s.pid order by finished_at desc, id desc limit ${each}::int) r
    left join users u on u.pid = r.started_by order by r.finished_at desc, r.id desc`.execute(kysely)
  return z.array(RunRow).parse(rows)
}

/** The run with that id; undefined while it has not ended. */
export async function findRun(kysely: Kysely<Tables>, id: string): Promise<FeedRunResult | undefined> {
  const { rows } = await sql<{ result: unknown }>`select result from authority_runs where id = ${id}`.execute(
    kysely,
  )
  const [row] = rows
  return row === undefined ? undefined : FeedRunResult.parse(row.result)
}

/** Unknown words that are listed of each source, the most frequent first. */
const listedWords = 100

/** Permits by the source and the word that the source does not know, as rows of `source, status, count`. */
const unknownSql = (sources: readonly string[]) =>
  sql`select w.source, o.raw_status as status, count(*) as count
    from authority_watches w join authority_observations o on o.pid = w.observation join authority_sources s on s.pid = w.source
    where w.source = any(${[...sources]}::text[])
      and not exists (select 1 from jsonb_object_keys(s.statuses) k where lower(trim(k)) = lower(trim(o.raw_status)))
    group by 1, 2`

/** How many words of its authority a source does not know. */
export async function countUnknownStatuses(kysely: Kysely<Tables>, source: string): Promise<number> {
  const { rows } = await sql`select count(*) as count from (${unknownSql([source])}) u`.execute(kysely)
  const [{ count } = { count: 0 }] = z.array(z.object({ count: z.number() })).parse(rows)
  return count
}

/**
 * The words of the authority, per source, that it does not know, with the number of permits that have them.
 */
export async function listUnknownStatuses(
  kysely: Kysely<Tables>,
  sources: readonly string[],
): Promise<{ source: string; status: string; count: number }[]> {
  const { rows } = await sql`select source, status, count from (
      select u.*, row_number() over (partition by u.source order by u.count desc, u.status) as place from (${unknownSql(sources)}) u) r
    where place <= ${listedWords}::int order by count desc, status`.execute(kysely)
  return z.array(z.object({ source: z.string(), status: z.string(), count: z.number() })).parse(rows)
}

/** How many proposals of each source wait for one decision. */
export async function countHeld(
  kysely: Kysely<Tables>,
  sources: readonly string[],
): Promise<{ source: string; count: number }[]> {
  const { rows } = await sql`select source, count(*) as count from authority_proposals
    where state = 'HELD' and source = any(${[...sources]}::text[]) group by 1`.execute(kysely)
  return z.array(z.object({ source: z.string(), count: z.number() })).parse(rows)
}

/** The columns in which the latest observations of a source have values. */
export async function listFilledColumns(
  kysely: Kysely<Tables>,
  source: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select distinct c.key as name from authority_watches w
    join authority_observations o on o.pid = w.observation cross join lateral jsonb_each(o.raw) c
    where w.source = ${source} and c.value <> 'null'::jsonb`.execute(kysely)
  return new Set(rows.map(({ name }) => name))
}
