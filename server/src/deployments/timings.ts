import type { Timing, TimingName } from '@portal/contract'
import { TimingName as Metric } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

/**
 * Each range of values is so many times as wide as the one before, so that a quantile is at most 7 percent
 * off.
 */
const ratio = 1.15
const logRatio = Math.log(ratio)

/** The range that a value falls into: 0 for all up to 1, then ranges that grow by `ratio`. */
const bucketOf = (value: number) => Math.max(0, Math.ceil(Math.log(Math.max(value, 1)) / logRatio))
/** The middle of a range, by ratio. */
const valueOf = (bucket: number) => (bucket === 0 ? 0 : Math.round(ratio ** (bucket - 0.5)))

/**
 * Something measured in a page of a published build, such as the time until its largest content was shown.
 */
export interface Measurement {
  remote: string
  version: string
  metric: TimingName
  /** In ms, or thousandths for shifts of the layout. */
  value: number
}

const countText = `insert into remote_timings (name, version, metric, day, bucket, count)
  select name, version, metric, $5::date, bucket, count(*)
  from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as measured(name, version, metric, bucket)
  group by name, version, metric, bucket
  on conflict (name, version, metric, day, bucket) do update set count = remote_timings.count + excluded.count`

/** Counts measurements of published builds for the day. */
export async function countMeasurements(
  database: Database,
  measured: readonly Measurement[],
  at: Date,
): Promise<void> {
  if (measured.length === 0) return
  await database.query(countText, [
    measured.map(({ remote }) => remote),
    measured.map(({ version }) => version),
    measured.map(({ metric }) => metric),
    measured.map(({ value }) => bucketOf(value)),
    at.toISOString().slice(0, 10),
  ])
}

const BucketRow = z.object({ version: z.string(), metric: Metric, bucket: z.number(), count: z.number() })
type BucketRow = z.infer<typeof BucketRow>

const bucketsText = `select version, metric, bucket, sum(count)::int as count from remote_timings
  where name = $1 and day >= $2::date group by version, metric, bucket order by version, metric, bucket`

/** Median and 75th percentile of ranges in ascending order. */
function timingOf(buckets: readonly Pick<BucketRow, 'bucket' | 'count'>[]): Timing {
  const all = buckets.reduce((sum, { count }) => sum + count, 0)
  const quantile = (part: number) => {
    let seen = 0
    const found = buckets.find(({ count }) => (seen += count) >= all * part)
    return valueOf(found?.bucket ?? 0)
  }
  return { count: all, p50: quantile(0.5), p75: quantile(0.75) }
}

/** What was measured of a remote since a day, by version. */
export async function listTimings(
  database: Database,
  name: string,
  since: Date,
): Promise<Map<string, Partial<Record<TimingName, Timing>>>> {
  const rows = await database.query(bucketsText, [name, since.toISOString().slice(0, 10)], BucketRow)
  const versions = Map.groupBy(rows, ({ version }) => version)
  return new Map(
    [...versions].map(([version, ofVersion]) => [
      version,
      Object.fromEntries(
        [...Map.groupBy(ofVersion, ({ metric }) => metric)].map(([metric, rows]) => [metric, timingOf(rows)]),
      ),
    ]),
  )
}
