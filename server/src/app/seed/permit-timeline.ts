import { seedStatus } from '@portal/contract'
import type { Court, LocalDate } from '@portal/contract'
import type { SeedRandom } from '#domain/seed/random.ts'

const dayMs = 86_400_000

/** A status and the instant (milliseconds since 1970, whole seconds) at which the permit entered it. */
export interface TimelineStep {
  status: string
  atMs: number
}

export interface Timeline {
  steps: TimelineStep[]
  /** Submission cycle at the end. */
  cycleNo: number
}

/** The facts of a permit that determine its timeline. */
export interface Fate {
  status: string
  permitType: string
  /** Day of issue for issued permits, day of creation for others. */
  date: LocalDate
}

const toReview = ['NEW', 'INTAKE_REVIEW', 'IN_PREPARATION', 'READY_TO_SUBMIT', 'SUBMITTED', 'UNDER_REVIEW']
const corrections = ['CORRECTIONS_REQUIRED', 'IN_PREPARATION', 'READY_TO_SUBMIT', 'SUBMITTED', 'UNDER_REVIEW']
const heldIn = ['WAITING_CLIENT', 'IN_PREPARATION', 'UNDER_REVIEW'] as const

/** The statuses that led to `status`. Some permits waited for their client or went through a second cycle. */
function pathTo(status: string, random: SeedRandom): string[] {
  if (status === 'ON_HOLD') return [...pathTo(random.pick(heldIn), random), 'ON_HOLD']
  if (status === 'WAITING_CLIENT') return ['NEW', 'INTAKE_REVIEW', 'WAITING_CLIENT']
  if (status === 'CORRECTIONS_REQUIRED') return [...toReview, 'CORRECTIONS_REQUIRED']
  const reached = toReview.indexOf(status)
  const path = reached >= 0 ? toReview.slice(0, reached + 1) : [...toReview]
  const waited = path.includes('IN_PREPARATION') && random.chance(0.35)
  if (waited) path.splice(path.indexOf('IN_PREPARATION'), 0, 'WAITING_CLIENT')
  if (path.includes('UNDER_REVIEW') && random.chance(0.12)) path.push(...corrections)
  if (reached >= 0) return path
  path.push('APPROVED')
  if (status === 'APPROVED') return path
  if (status === 'PAYMENT_DUE' || random.chance(0.6)) path.push('PAYMENT_DUE')
  if (status === 'PAYMENT_DUE') return path
  path.push('ISSUED')
  return status === 'ISSUED' ? path : [...path, status]
}

/** Usual number of days in a status. Building permits take twice as long. */
const usualDays: Readonly<Record<string, number>> = {
  NEW: 1,
  INTAKE_REVIEW: 2,
  WAITING_CLIENT: 6,
  IN_PREPARATION: 5,
  READY_TO_SUBMIT: 1,
  SUBMITTED: 2,
  UNDER_REVIEW: 8,
  CORRECTIONS_REQUIRED: 3,
  APPROVED: 1,
  PAYMENT_DUE: 4,
  ON_HOLD: 15,
}

const wholeSeconds = (ms: number) => Math.floor(ms / 1000) * 1000

/**
 * Creates the timeline of a permit that ends in its current status. Issued permits were issued on
 * `fate.date`. An open permit has been in its status for less than two and a half times the usual stay, and
 * for at most 40 days. Nothing is later than `now`.
 */
export function planTimeline(fate: Fate, now: Date, random: SeedRandom): Timeline {
  const path = pathTo(fate.status, random)
  const factor = fate.permitType === 'BUILDING' ? 2 : 1
  const stayMs = (status: string) =>
    Math.max(1, (usualDays[status] ?? 1) * factor * (0.4 + 1.2 * random.next())) * dayMs
  const dayStartMs = Date.parse(`${fate.date}T00:00:00Z`)
  const nowMs = now.getTime()
  const issuedPlace = path.indexOf('ISSUED')
  const entered = new Map<number, number>()
  const anchor = issuedPlace >= 0 ? issuedPlace : path.length - 1
  // 13:00 to 23:00 UTC are office hours in Austin.
  const officeMs = 13 * 3_600_000 + Math.floor(random.next() * 36_000) * 1000
  const anchorMs =
    issuedPlace >= 0
      ? Math.min(nowMs, dayStartMs + officeMs)
      : nowMs - Math.min(stayMs(fate.status) * 1.5, 40 * dayMs)
  entered.set(anchor, wholeSeconds(anchorMs))
  for (let place = anchor - 1; place >= 0; place -= 1) {
    entered.set(place, wholeSeconds((entered.get(place + 1) ?? anchorMs) - stayMs(path[place] ?? '')))
  }
  for (let place = anchor + 1; place < path.length; place += 1) {
    const beforeMs = entered.get(place - 1) ?? anchorMs
    entered.set(place, wholeSeconds(beforeMs + (nowMs - beforeMs) * (0.15 + 0.8 * random.next())))
  }
  return {
    steps: path.map((status, index) => ({ status, atMs: entered.get(index) ?? anchorMs })),
    cycleNo: 1 + path.filter((status) => status === 'CORRECTIONS_REQUIRED').length,
  }
}

/** Whole seconds in each court since NEW, without the current stay. Clocks stop in processed statuses. */
export function clockSeconds(
  steps: readonly TimelineStep[],
  courtOf: (step: TimelineStep, place: number) => Court,
): Record<Exclude<Court, 'NONE'>, number> {
  const seconds = { OURS: 0, CLIENT: 0, AUTHORITY: 0 }
  for (const [place, step] of steps.entries()) {
    const next = steps[place + 1]
    const court = courtOf(step, place)
    if (next === undefined || court === 'NONE' || seedStatus(step.status).bucket === 'processed') continue
    seconds[court] += (next.atMs - step.atMs) / 1000
  }
  return seconds
}
