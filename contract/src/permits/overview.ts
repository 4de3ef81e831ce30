import { z } from 'zod'
import { courts, pipelineStages } from './status-map.ts'

const ObjectOfAnything = z.record(z.string(), z.unknown())

/**
 * The list behind a number: this collection with this filter (`match` all) holds exactly the records that
 * were counted. With `scope` it is the search over permits on the way and decided ones.
 */
export const FigureList = z.object({
  collection: z.enum(['permits', 'processed', 'payments', 'tasks', 'ctasks', 'rts', 'alerts']),
  filter: ObjectOfAnything,
  scope: z.literal('all').optional(),
})
export type FigureList = z.infer<typeof FigureList>

/** A number of the Overview and the list it opens. */
export const Metric = z.object({ count: z.int(), list: FigureList })
export type Metric = z.infer<typeof Metric>

/** A number with what its records add up to, in minor units. */
export const MoneyFigure = Metric.extend({ amount: z.int() })
export type MoneyFigure = z.infer<typeof MoneyFigure>

/** A number of so many days, both ends counted; `toDays` null where there is no end. */
const DayFigure = Metric.extend({ fromDays: z.int(), toDays: z.int().nullable() })

/** Days a permit has been in its status, in bands; the last one is open. */
export const ageBands = [
  { fromDays: 0, toDays: 6 },
  { fromDays: 7, toDays: 13 },
  { fromDays: 14, toDays: 29 },
  { fromDays: 30, toDays: 59 },
  { fromDays: 60, toDays: null },
] as const

/** Days until an issued permit expires, in bands that do not overlap: within 30, then 60, then 90 days. */
export const expiryBands = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 60 },
  { fromDays: 61, toDays: 90 },
] as const

/**
 * The large numbers of staff that are counted every day and kept, so that the Overview can tell how they
 * changed. Source: decision 0025.
 */
export const dailyMetrics = ['myTurn', 'unassigned', 'late', 'stale', 'openTasks', 'feesDue'] as const
export type DailyFigure = (typeof dailyMetrics)[number]

/** What may be the caller's to do today, in the order it is shown. */
export const dayTasks = [
  'permitsOverdue',
  'permitsDue',
  'corrections',
  'tasksOverdue',
  'tasksToday',
  'clientAnswers',
  'packagesToCheck',
  'agencyWaiting',
  'alertsToAcknowledge',
  'waitingForYou',
  'feesDue',
  'expiring',
] as const
export type DayTask = (typeof dayTasks)[number]

/** An agency is asked again about a permit that has waited for it longer than so many days. */
export const agencyWaitDays = 10

/** Permits due within so many days belong to the day. */
export const dueSoonDays = 7

/** Stages in which a permit is on its way. */
export const openStages = pipelineStages.filter((stage) => stage !== 'POST_DECISION')

/**
 * Answer of `GET /permits/overview` (no query): what the caller's office, or the client's organization, has
 * before it today. Every number is under the caller's row rule and equals the exact count of its list. What
 * hangs on a collection whose module is off for the caller is null, and so is what clients are not told.
 */
export const Overview = z.object({
  /** The day the numbers count from. */
  today: z.string(),
  /** Is there any permit, on its way or decided, that the caller may list? */
  hasPermits: z.boolean().default(true),
  /**
   * What is the caller's to do today: their own permits, tasks, packages and alerts, or what waits for the
   * client's organization. Those of which there is nothing are in it with a count of 0; those whose module is
   * off are not.
   */
  myDay: z.array(Metric.extend({ task: z.enum(dayTasks) })),
  /**
   * Staff: permits in the office's court that are assigned to the caller. Clients: permits that wait for
   * their organization.
   */
  myTurn: Metric,
  /** Staff: permits in the office's court that nobody has taken; null for clients. */
  unassigned: Metric.nullable(),
  /**
   * Staff: permits on the way that stand in their status longer than the map allows; null for clients and
   * where the map allows any time.
   */
  late: Metric.nullable(),
  /**
   * Staff: permits on the way that nobody has looked at for longer than the map says; null for clients and
   * where it says nothing.
   */
  stale: Metric.nullable(),
  /**
   * Unfinished tasks of the caller (staff: assigned to them; clients: of their organization), and those whose
   * day has passed.
   */
  tasks: z.object({ open: Metric, overdue: Metric }).nullable(),
  /**
   * The large numbers as they were counted so many days ago, `feesDue` in minor units; those not counted then
   * are absent. Null for clients, and where nothing was counted about seven days ago.
   */
  earlier: z.object({ daysAgo: z.int(), numbers: z.partialRecord(z.enum(dailyMetrics), z.int()) }).nullable(),
  /** Permits on the way by whose turn it is: OURS, CLIENT, AUTHORITY, in this order. */
  waitingOn: z.array(Metric.extend({ court: z.enum(courts) })),
  /** Permits on the way by stage (all `openStages`) and days in their present status (`ageBands`). */
  ageing: z.array(Metric.extend({ stage: z.enum(pipelineStages), bands: z.array(DayFigure) })),
  /** Fees that are asked for and not paid: all of them, and of them those overdue. */
  feesDue: z.object({ due: MoneyFigure, overdue: MoneyFigure }).nullable(),
  /** Issued permits by the days until they expire (`expiryBands`). */
  expiring: z.array(DayFigure),
})
export type Overview = z.infer<typeof Overview>
