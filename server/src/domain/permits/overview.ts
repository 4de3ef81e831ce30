import {
  addDays,
  ageBands,
  collections,
  expiryBands,
  fieldFinder,
  isStaff,
  openStages,
  parseFilter,
  startOfDay,
  initialTimeZone,
  withStatusMap,
} from '@portal/contract'
import type { Actor, Metric, FigureList, Filter, MoneyFigure, Overview } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { countRows } from '#engine/count/count-records.ts'
import { countGroups } from '#engine/count/followed-counts.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { listableRows } from '#engine/query/visibility.ts'
import type { VisibleRows } from '#engine/query/visibility.ts'
import { readEarlier } from './daily-metrics.ts'
import { dayLines } from './my-day.ts'
import { feesDue, officeMetrics, unfinished } from './office-metrics.ts'
import type { OfficeFigure } from './office-metrics.ts'

/** The actor, the time, and the collections whose modules are off. */
interface Asking {
  deps: RecordDeps
  actor: Actor
  today: string
  closed: ReadonlySet<string>
}

type Listed = FigureList & { filter: Filter }

function rowsOf({ deps, actor, today }: Asking, { collection, filter }: Listed): VisibleRows {
  const declaration = withStatusMap(collections[collection], deps.statusMap.current)
  return listableRows(declaration, actor, { today }).narrow(
    parseFilter(filter, fieldFinder(declaration, actor)),
  )
}

/** An exact count together with the list it counts. */
async function figure(asking: Asking, collection: FigureList['collection'], filter: Filter): Promise<Metric> {
  const list = { collection, filter }
  return { count: await countRows(asking.deps, rowsOf(asking, list)), list }
}

async function moneyFigure(asking: Asking, filter: Filter): Promise<MoneyFigure> {
  const list: Listed = { collection: 'payments', filter }
  const [row] = await read(
    asking.deps,
    sql`select count(*) as count, coalesce(sum(t.total), 0)::bigint as amount ${rowsOf(asking, list).from()}`,
    z.object({ count: z.number(), amount: z.number() }),
    'slow',
  )
  return { count: row?.count ?? 0, amount: row?.amount ?? 0, list }
}

/** Filter: permits that entered their status within this band of days. */
function ageFilter(today: string, { fromDays, toDays }: { fromDays: number; toDays: number | null }): Filter {
  const before = fromDays === 0 ? {} : { lt: addDays(today, 1 - fromDays) }
  return { statusChangedAt: { ...before, ...(toDays === null ? {} : { gte: addDays(today, -toDays) }) } }
}

const StandingKey = z.tuple([z.string().nullable(), z.string().nullable(), z.number()])
interface StatusTotals {
  stage: string | null
  court: string | null
  band: number
  count: number
}

/** Open permits counted once by stage, court and age band; the other figures are sums of these counts. */
async function readStanding(asking: Asking): Promise<StatusTotals[]> {
  const { today, actor } = asking
  const { timeZone = initialTimeZone } = actor
  const edges = ageBands
    .slice(1)
    .map(({ fromDays }) => startOfDay(timeZone, addDays(today, 1 - fromDays)).toISOString())
  const bandSql = sql.join(
    edges.map((edge) => sql`(t.status_changed_at < ${edge}::timestamptz)::int`),
    sql` + `,
  )
  const rows = rowsOf(asking, { collection: 'permits', filter: {} })
  const by = [sql.raw('t.pipeline_stage'), sql.raw('t.court'), sql`coalesce(${bandSql}, -1)`]
  const counts = await countGroups(asking.deps, rows, by)
  return [...counts].map(([key, count]) => {
    const [stage, court, band] = StandingKey.parse(JSON.parse(key))
    return { stage, court, band, count }
  })
}

const sum = (counted: readonly StatusTotals[]) => counted.reduce((total, { count }) => total + count, 0)

function standingFigures(
  today: string,
  standing: readonly StatusTotals[],
): Pick<Overview, 'waitingOn' | 'ageing'> {
  const of = (count: readonly StatusTotals[], filter: Filter): Metric => ({
    count: sum(count),
    list: { collection: 'permits', filter },
  })
  return {
    waitingOn: (['OURS', 'CLIENT', 'AUTHORITY'] as const).map((court) => ({
      court,
      ...of(
        standing.filter((each) => each.court === court),
        { court },
      ),
    })),
    ageing: openStages.map((stage) => {
      const inStage = standing.filter((each) => each.stage === stage)
      const bands = ageBands.map((band, index) => ({
        ...band,
        ...of(
          inStage.filter((each) => each.band === index),
          { pipelineStage: stage, ...ageFilter(today, band) },
        ),
      }))
      return { stage, ...of(inStage, { pipelineStage: stage }), bands }
    }),
  }
}

/** Issued permits by expiry band, in one query. */
async function expiring(asking: Asking): Promise<Overview['expiring']> {
  const { deps, today } = asking
  const bands = expiryBands.map((band) => ({
    ...band,
    list: {
      collection: 'processed' as const,
      filter: {
        status: 'ISSUED',
        expiryDate: { between: [addDays(today, band.fromDays), addDays(today, band.toDays)] },
      },
    },
  }))
  const counts = sql.join(
    bands.map(
      ({ list }, index) => sql`(select count(*) ${rowsOf(asking, list).from()}) as ${sql.raw(`n${index}`)}`,
    ),
  )
  const [row] = await read(deps, sql`select ${counts}`, z.record(z.string(), z.number()))
  return bands.map((band, index) => ({ ...band, count: row?.[`n${index}`] ?? 0 }))
}

async function hasPermits(asking: Asking): Promise<boolean> {
  const any = (['permits', 'processed'] as const).map(
    (collection) => sql`exists (select 1 ${rowsOf(asking, { collection, filter: {} }).from()})`,
  )
  const [row] = await read(
    asking.deps,
    sql`select ${sql.join(any, sql` or `)} as found`,
    z.object({ found: z.boolean() }),
  )
  return row?.found === true
}

/** The lines of My day, counted in one query. */
async function myDay(asking: Asking): Promise<Overview['myDay']> {
  const { deps, actor, today, closed } = asking
  const lines = dayLines(actor, deps.statusMap.current, today).filter(
    ({ list }) => !closed.has(list.collection),
  )
  const counts = lines.map(
    ({ list }, index) => sql`(select count(*) ${rowsOf(asking, list).from()}) as ${sql.raw(`n${index}`)}`,
  )
  const [row] =
    counts.length === 0
      ? []
      : await read(deps, sql`select ${sql.join(counts)}`, z.record(z.string(), z.number()), 'slow')
  return lines.map((line, index) => ({ ...line, count: row?.[`n${index}`] ?? 0 }))
}

function myTasks(asking: Asking): Promise<Overview['tasks']> {
  const { actor } = asking
  const collection = isStaff(actor.role) ? 'tasks' : 'ctasks'
  if (asking.closed.has(collection)) return Promise.resolve(null)
  const mine: Filter = { ...unfinished, ...(isStaff(actor.role) ? { assignedTo: actor.pid } : {}) }
  return Promise.all([
    figure(asking, collection, mine),
    figure(asking, collection, { ...mine, dueDate: { lt: asking.today } }),
  ]).then(([open, overdue]) => ({ open, overdue }))
}

async function fees(asking: Asking): Promise<Overview['feesDue']> {
  if (asking.closed.has('payments')) return null
  const [due, overdue] = await Promise.all([
    moneyFigure(asking, feesDue),
    moneyFigure(asking, { kind: 'FEE', status: 'OVERDUE' }),
  ])
  return { due, overdue }
}

/**
 * `GET /permits/overview`: the figures of the actor for today. `closed` are the collections whose modules
 * are off for them. Throws 403.
 */
export async function readOverview(
  deps: RecordDeps,
  actor: Actor,
  closed: ReadonlySet<string>,
): Promise<Overview> {
  const asking: Asking = { deps, actor, today: todayOf(deps, actor), closed }
  const isOffice = isStaff(actor.role)
  const counted = officeMetrics(deps.statusMap.current, asking.today)
  const office = (wanted: OfficeFigure | null) =>
    isOffice && wanted !== null ? figure(asking, wanted.collection, wanted.filter) : null
  const [day, myTurn, unassigned, late, stale, tasks, earlier, standing, due, soon, found] =
    await Promise.all([
      myDay(asking),
      figure(
        asking,
        'permits',
        isOffice ? { ...counted.myTurn.filter, assignedTo: actor.pid } : { court: 'CLIENT' },
      ),
      office(counted.unassigned),
      office(counted.late),
      office(counted.stale),
      myTasks(asking),
      isOffice ? readEarlier(deps, actor.pid) : null,
      readStanding(asking),
      fees(asking),
      expiring(asking),
      hasPermits(asking),
    ])
  const figures = standingFigures(asking.today, standing)
  return {
    today: asking.today,
    hasPermits: found,
    myDay: day,
    myTurn,
    unassigned,
    late,
    stale,
    tasks,
    earlier,
    ...figures,
    feesDue: due,
    expiring: soon,
  }
}
