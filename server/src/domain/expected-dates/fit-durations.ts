import { Milestone, addDays } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '../deps.ts'
import { officeDay } from '../permits/automatic/due-transitions.ts'
import { fitSurvival } from './survival.ts'
import type { DurationCount } from './survival.ts'

/** A group with fewer permits that reached the milestone is too small for an estimate. */
export const minPermits = 30
/** Permits that began longer ago say little about today's durations. */
const pastDays = 3 * 365
/** Rows per statement. */
const batch = 1_000
/** Permits per read: a statement that counts ten million of them exceeds its time limit. */
const permitsPerRead = 500_000

/**
 * Per permit and milestone: its first day, the day it was reached, and whether a later one was, which shows
 * that the day of this one is only missing. A permit that ended without it was last seen on its last day.
 * Where a permit has no day of submission or issue of its own, such as an imported one, the feed of its
 * authority says it, unless that is still to come. `$1` is today, `$2` the first day that counts; only
 * permits with a `seq` from `$3` to before `$4` count.
 */
const countDurations = `select m.milestone, coalesce(t.authority_pid, '') as authority, coalesce(t.permit_type, '') as "permitType",
    greatest(0, coalesce(m.reached, case when t.bucket = 'processing' then $1::date
      else coalesce(t.closed_date, t.status_changed_at::date) end) - m.began) as days,
    m.reached is not null as "isReached", count(*)::integer as count
  from permits t left join (
      select w.permit, min(o.applied_date) filter (where o.applied_date <= $1::date) as applied,
        min(o.issued_date) filter (where o.issued_date <= $1::date) as issued
      from authority_watches w join authority_observations o on o.pid = w.observation
      where o.applied_date is not null or o.issued_date is not null group by 1
    ) f on f.permit = t.pid
  cross join lateral (values
    ('submission', t.received_date, t.submitted_date, coalesce(t.approved_date, t.issued_date)),
    ('decision', t.submitted_date, case when t.status = 'DENIED' then t.status_changed_at::date else t.approved_date end, t.issued_date),
    ('issue', coalesce(t.submitted_date, f.applied), coalesce(t.issued_date, f.issued), null)
  ) m (milestone, began, reached, later)
  where t.seq >= $3 and t.seq < $4 and t.deleted_at is null and t.status <> 'DRAFT'
    and m.began >= $2::date and (m.reached is not null or m.later is null)
  group by 1, 2, 3, 4, 5`

const Row = z.object({
  milestone: Milestone,
  authority: z.string(),
  permitType: z.string(),
  days: z.int(),
  isReached: z.boolean(),
  count: z.int(),
})
type Row = z.infer<typeof Row>

/** The groups that a permit counts for, the narrowest first; the empty text stands for all. */
export const groupsOf = (
  authority: string,
  permitType: string,
): readonly (readonly [authority: string, permitType: string])[] => [
  [authority, permitType],
  [authority, ''],
  ['', permitType],
  ['', ''],
]

const keyOf = (parts: readonly string[]) => JSON.stringify(parts)

function curvesOf(rows: readonly Row[]) {
  const counts = new Map<string, { group: readonly [string, string, string]; counts: DurationCount[] }>()
  for (const row of rows) {
    const groups = groupsOf(row.authority, row.permitType).map(
      ([authority, permitType]) => [row.milestone, authority, permitType] as const,
    )
    // A permit without an authority or a type counts once for all of them.
    for (const group of new Map(groups.map((each) => [keyOf(each), each])).values()) {
      const known = counts.get(keyOf(group)) ?? { group, counts: [] }
      counts.set(keyOf(group), known)
      known.counts.push(row)
    }
  }
  return [...counts.values()].flatMap(({ group: [milestone, authority, permitType], counts: own }) => {
    const { reached, ...curve } = fitSurvival(own)
    return reached < minPermits
      ? []
      : [{ milestone, authority, permit_type: permitType, reached, curve: JSON.stringify(curve) }]
  })
}

const Last = z.object({ seq: z.number() })

/** The counts of all permits, by parts of the table. A group may have several for one number of days. */
async function readCounts(
  { database }: Pick<DomainDeps, 'database'>,
  today: LocalDate,
  signal: AbortSignal,
  perRead: number,
): Promise<Row[]> {
  const [last] = await database.query('select coalesce(max(seq), 0) as seq from permits', [], Last)
  const rows: Row[][] = []
  for (let from = 0; from <= (last?.seq ?? 0); from += perRead) {
    const values = [today, addDays(today, -pastDays), from, from + perRead]
    rows.push(await database.slowQuery(countDurations, values, Row, signal))
  }
  return rows.flat()
}

/**
 * Works out from the permits of the last three years how long permits take to each milestone, and replaces
 * what was known. Returns the number of groups. Source: decision 0131.
 */
export async function fitDurations(
  deps: Pick<DomainDeps, 'database' | 'clock' | 'memory'>,
  signal: AbortSignal,
  perRead = permitsPerRead,
): Promise<number> {
  const today = await officeDay(deps)
  const rows = await readCounts(deps, today, signal, perRead)
  const fittedAt = deps.clock.now()
  const curves = curvesOf(rows).map((curve) => ({ ...curve, fitted_at: fittedAt }))
  await deps.database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom('duration_curves').execute()
    for (let from = 0; from < curves.length; from += batch)
      await trx
        .insertInto('duration_curves')
        .values(curves.slice(from, from + batch))
        .execute()
  })
  return curves.length
}
