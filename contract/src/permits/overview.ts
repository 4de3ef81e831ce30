import { z } from 'zod'
import { courts, pipelineStages } from './status-map.ts'

const ObjectOfAnything = z.record(z.string(), z.unknown())

/**
 * The list behind a number. This collection with this filter (`match` all) contains exactly the counted
 * records. With `scope`, it is the search across permits in progress and decided permits.
 */
export const FigureList = z.object({
  collection: z.enum(['permits', 'processed', 'payments', 'tasks', 'ctasks', 'rts', 'alerts']),
  filter: ObjectOfAnything,
  scope: z.literal('all').optional(),
})
export type FigureList = z.infer<typeof FigureList>

/** A number on the Overview and the list that it opens. */
export const Metric = z.object({ count: z.int(), list: FigureList })
export type Metric = z.infer<typeof Metric>

/** A number and the total of its records in minor units. */
export const MoneyFigure = Metric.extend({ amount: z.int() })
export type MoneyFigure = z.infer<typeof MoneyFigure>

/** A number for a range of days, both ends inclusive. `toDays` is null for an open range. */
const DayFigure = Metric.extend({ fromDays: z.int(), toDays: z.int().nullable() })

/** Bands for the days a permit has been in its status; the last band is open-ended. */
export const ageBands = [
  { fromDays: 0, toDays: 6 },
  { fromDays: 7, toDays: 13 },
  { fromDays: 14, toDays: 29 },
  { fromDays: 30, toDays: 59 },
  { fromDays: 60, toDays: null },
] as const

/** Non-overlapping bands for the days until an issued permit expires: up to 30, 60 and 90 days. */
export const expiryBands = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 31, toDays: 60 },
  { fromDays: 61, toDays: 90 },
] as const

/**
 * The main numbers of staff. They are counted and stored daily, so that the Overview can show their change.
 * Source: decision 0025.
 */
export const dailyMetrics = ['myTurn', 'unassigned', 'late', 'stale', 'openTasks', 'feesDue'] as const
export type DailyFigure = (typeof dailyMetrics)[number]

/** Kinds of work in the caller's day, in display order. */
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

/** After this many days of waiting, staff ask the authority about a permit again. */
export const agencyWaitDays = 10

/** Permits due within this many days are part of the caller's day. */
export const dueSoonDays = 7

/** Stages of permits in progress. */
export const openStages = pipelineStages.filter((stage) => stage !== 'POST_DECISION')

/**
 * Response of `GET /permits/overview` (no query): the current work of the office, or of the client's
 * organization. Every number respects the caller's row rule and equals the exact count of its list. A number
 * is null when its collection belongs to a module disabled for the caller, or when clients may not see it.
 */
export const Overview = z.object({
  /** The day that the numbers refer to. */
  today: z.string(),
  /** Whether the caller can list any permit, in progress or decided. */
  hasPermits: z.boolean().default(true),
  /**
   * The caller's work for today: for staff their own permits, tasks, packages and alerts, for clients what
   * waits for their organization. Kinds without work have a count of 0; kinds of disabled modules are absent.
   */
  myDay: z.array(Metric.extend({ task: z.enum(dayTasks) })),
  /**
   * Staff: permits that are the office's turn and assigned to the caller. Clients: permits that wait for
   * their organization.
   */
  myTurn: Metric,
  /** Staff: unassigned permits that are the office's turn; null for clients. */
  unassigned: Metric.nullable(),
  /**
   * Staff: permits in progress that exceed the time limit of their status; null for clients and when the map
   * has no limits.
   */
  late: Metric.nullable(),
  /**
   * Staff: permits in progress that were not verified within the time set by the map; null for clients and
   * when the map sets none.
   */
  stale: Metric.nullable(),
  /**
   * Unfinished tasks and overdue tasks: for staff those assigned to the caller, for clients those of their
   * organization.
   */
  tasks: z.object({ open: Metric, overdue: Metric }).nullable(),
  /**
   * The main numbers as counted `daysAgo` days ago, `feesDue` in minor units. Numbers not counted then are
   * absent. Null for clients, and when there is no count from about seven days ago.
   */
  earlier: z.object({ daysAgo: z.int(), numbers: z.partialRecord(z.enum(dailyMetrics), z.int()) }).nullable(),
  /** Permits in progress by whose turn it is: OURS, CLIENT, AUTHORITY, in this order. */
  waitingOn: z.array(Metric.extend({ court: z.enum(courts) })),
  /** Permits in progress by stage (all `openStages`) and days in their current status (`ageBands`). */
  ageing: z.array(Metric.extend({ stage: z.enum(pipelineStages), bands: z.array(DayFigure) })),
  /** Requested and unpaid fees: all of them, and the overdue ones. */
  feesDue: z.object({ due: MoneyFigure, overdue: MoneyFigure }).nullable(),
  /** Issued permits by the days until they expire (`expiryBands`). */
  expiring: z.array(DayFigure),
})
export type Overview = z.infer<typeof Overview>
