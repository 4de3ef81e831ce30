import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

interface KeyCount {
  key: string
  count: number
}

const addText = `insert into rate_limits (key, window_start, count)
  select key, $1, count from unnest($2::text[], $3::bigint[]) as fresh (key, count)
  on conflict (key, window_start) do update set count = rate_limits.count + excluded.count
  returning key, count as total`

const forgetText = "delete from rate_limits where window_start < $1::timestamptz - interval '2 hours'"

/** Adds counts to the window that starts at `window` and returns the totals of all servers. */
export async function addCounts(
  database: Database,
  window: Date,
  counts: readonly KeyCount[],
): Promise<{ key: string; total: number }[]> {
  // A fixed order prevents deadlocks between servers.
  const sorted = counts.toSorted((a, other) => (a.key < other.key ? -1 : 1))
  const totals = await database.query(
    addText,
    [window, sorted.map((each) => each.key), sorted.map((each) => each.count)],
    z.object({ key: z.string(), total: z.number() }),
  )
  await database.query(forgetText, [window])
  return totals
}
