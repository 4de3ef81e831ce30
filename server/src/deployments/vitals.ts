import type { PageVitals, RemoteHealth } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { countMeasurements } from './timings.ts'

/** Number of different places stored per remote. Frames of further ones are not kept. */
const maxPlaces = 200

const publishedText = `select name, version from remote_versions
  where (name, version) in (select * from unnest($1::text[], $2::text[]))`
const Published = z.object({ name: z.string(), version: z.string() })

const framesText = `insert into remote_long_frames (name, version, place, count, total_ms, longest_ms, last_at)
  select $1, $2, $3, $4, $5, $6, $7
  where exists (select 1 from remote_long_frames where name = $1 and version = $2 and place = $3)
    or (select count(*) from remote_long_frames where name = $1) < ${maxPlaces}
  on conflict (name, version, place) do update set count = remote_long_frames.count + excluded.count,
    total_ms = remote_long_frames.total_ms + excluded.total_ms,
    longest_ms = greatest(remote_long_frames.longest_ms, excluded.longest_ms), last_at = excluded.last_at`

/**
 * Stores what a page measured of its remotes. Measurements of a build that was never published are ignored,
 * so that nobody can fill the tables with invented names.
 */
export async function saveVitals(deps: DomainDeps, { vitals, frames }: PageVitals): Promise<void> {
  const { database } = deps
  const at = deps.clock.now()
  const all = [...vitals, ...frames]
  const names = [all.map(({ remote }) => remote), all.map(({ version }) => version)]
  const published = new Set(
    (await database.query(publishedText, names, Published)).map(({ name, version }) => `${name} ${version}`),
  )
  const isPublished = ({ remote, version }: { remote: string; version: string }) =>
    published.has(`${remote} ${version}`)
  const measured = vitals
    .filter(isPublished)
    .map(({ remote, version, name, value }) => ({ remote, version, metric: name, value }))
  await countMeasurements(database, measured, at)
  for (const { remote, version, place, count, totalMs, longestMs } of frames.filter(isPublished))
    await database.query(framesText, [remote, version, place, count, totalMs, longestMs, at])
}

const FrameRow = z.object({
  version: z.string(),
  place: z.string(),
  count: z.number(),
  total_ms: z.number(),
  longest_ms: z.number(),
  last_at: z.date(),
})

const listText = `select version, place, count, total_ms, longest_ms, last_at from remote_long_frames
  where name = $1 and last_at >= $2 order by total_ms desc, version, place`

/** Long frames of a remote by place, the most time first. */
export async function listLongFrames(
  { database }: Pick<DomainDeps, 'database'>,
  name: string,
  since: Date,
): Promise<Omit<RemoteHealth['longFrames'][number], 'source'>[]> {
  const rows = await database.query(listText, [name, since], FrameRow)
  return rows.map(({ total_ms: total, longest_ms: longest, last_at: at, ...row }) => ({
    ...row,
    totalMs: Math.round(total),
    longestMs: Math.round(longest),
    lastAt: at.toISOString(),
  }))
}
