import type { Database } from '#database/database.ts'

interface KeyCount {
  key: string
  count: number
}

const addText = `insert into rate_limits (key, window_start, count)
  select key, $1, count from unnest($2::text[], $3::bigint[]) as fresh (key, count)
  on conflict (key, window_start) do update set count = rate_limits.count + excluded.count
  returning key, count as total`

const forgetText = "delete from rate_limits where window_start < $1::timestamptz - interval '2 hours'"

/**
 * Adds counts of one window (which begins at `window`) and answers what all servers together have counted.
 */
export async function addCounts(
  database: Database,
  window: Date,
  counts: readonly KeyCount[],
): Promise<{ key: string; total: number }[]> {
  // In one order everywhere, so that two servers never wait for each other's rows.
  const sorted = counts.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const totals = await database.query<{ key: string; total: number }>(addText, [
    window,
    sorted.map((each) => each.key),
    sorted.map((each) => each.count),
  ])
  await database.query(forgetText, [window])
  return totals
}
