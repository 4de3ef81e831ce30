import {
  addDays,
  collections,
  dailyMetrics,
  daysBetween,
  fieldFinder,
  parseFilter,
  withStatusMap,
} from '@portal/contract'
import type { Actor, DailyFigure, LocalDate, Overview } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import type { DomainDeps } from '../deps.ts'
import { quotedColumn } from '#engine/sql/columns.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { listableRows } from '#engine/query/visibility.ts'
import { officeMetrics } from './office-metrics.ts'
import type { OfficeFigure } from './office-metrics.ts'

/**
 * The day to compare with. If the portal was not running on that day, an earlier day is used, at most a week
 * before it.
 */
const compared = { daysAgo: 7, atMost: 14 } as const
/** How many days of metrics are kept. */
const keptDays = 60

type Counting = Pick<DomainDeps, 'database' | 'clock' | 'statusMap' | 'memory'>

function countedSql(
  { statusMap }: Counting,
  actor: Actor,
  today: LocalDate,
  name: DailyFigure,
  { collection, filter, holder, sum }: OfficeFigure,
): RawBuilder<unknown> {
  const declaration = withStatusMap(collections[collection], statusMap.current)
  const rows = listableRows(declaration, actor, { today }).narrow(
    parseFilter(filter, fieldFinder(declaration, actor)),
  )
  const whose = holder === undefined ? null : sql.raw(`t.${quotedColumn(holder)}`)
  const number =
    sum === undefined ? sql`count(*)` : sql`coalesce(sum(${sql.raw(`t.${quotedColumn(sum)}`)}), 0)`
  const own = whose === null ? sql.raw('') : sql`and ${whose} is not null group by ${whose}`
  return sql`select ${name}::text as figure, ${whose ?? sql`''::text`} as holder, ${number}::bigint as n ${rows.from()} ${own}`
}

/**
 * Records the key figures of all staff once per office day, so that the Overview can show how they changed.
 * All figures come from one statement and thus one snapshot. If there are several servers, the first one
 * records the day. Returns whether this call did. Source: decision 0025.
 */
export async function countDay(deps: Counting): Promise<boolean> {
  const office = { ...portalActor, timeZone: await officeZone(deps) }
  const today = todayOf(deps, office)
  const [known] = await deps.database.slowQuery(
    'select exists (select 1 from counted_days where day = $1::date) as found',
    [today],
    z.object({ found: z.boolean() }),
  )
  if (known?.found === true) return false
  const figures = officeMetrics(deps.statusMap.current, today)
  const counted = dailyMetrics.flatMap((name) =>
    figures[name] === null ? [] : [countedSql(deps, office, today, name, figures[name])],
  )
  const [done] = await read(
    deps,
    sql`with today as (
        insert into counted_days (day, counted_at) values (${today}::date, ${deps.clock.now()}::timestamptz) on conflict (day) do nothing returning day),
      kept as (
        insert into counted_figures (day, figure, holder, n)
        select d.day, c.figure, c.holder, c.n from today d cross join lateral (${sql.join(counted, sql` union all `)}) c),
      gone as (delete from counted_days where day < ${addDays(today, -keptDays)}::date)
      select count(*) as count from today`,
    z.object({ count: z.number() }),
    'slow',
  )
  return done?.count === 1
}

const CacheEntry = z.object({
  day: z.string(),
  figure: z.enum(dailyMetrics).nullable(),
  n: z.number().nullable(),
})
type CacheEntry = z.infer<typeof CacheEntry>

/** The figures of this person and of the whole office about seven days ago; null if none were recorded. */
export async function readEarlier(deps: RecordDeps, person: string): Promise<Overview['earlier']> {
  const today = todayOf(deps, { timeZone: await officeZone(deps) })
  const kept = await read(
    deps,
    sql`select d.day::text as day, f.figure, f.n from (
        select max(day) as day from counted_days where day between ${addDays(today, -compared.atMost)}::date and ${addDays(today, -compared.daysAgo)}::date) d
      left join counted_figures f on f.day = d.day and f.holder in ('', ${person}) where d.day is not null`,
    CacheEntry,
  )
  const [first] = kept
  if (first === undefined) return null
  const found = new Map(
    kept.flatMap(({ figure, n }) => (figure === null || n === null ? [] : [[figure, n] as const])),
  )
  // A person whose figure was 0 has no row; figures of the whole office always have one.
  const figures = officeMetrics(deps.statusMap.current, today)
  const numbers = dailyMetrics.flatMap((name) => {
    const n = found.get(name) ?? (figures[name] !== null && 'holder' in figures[name] ? 0 : undefined)
    return n === undefined ? [] : [[name, n] as const]
  })
  return { daysAgo: daysBetween(first.day, today), numbers: Object.fromEntries(numbers) }
}
