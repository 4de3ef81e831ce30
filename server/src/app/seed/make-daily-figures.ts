import { addDays, seedMap, seedStatus, timeInStatus, unpaidStatuses } from '@portal/contract'
import type { Court, DailyFigure, LocalDate } from '@portal/contract'
import type { PaymentRow } from './make-payments.ts'
import type { PermitRow } from './make-permits.ts'
import type { TaskRow } from './make-tasks.ts'
import { toInstant } from './stamp.ts'

/** Number of days before the day of the seed with stored figures, so that the Overview can show changes. */
const daysBack = 7

interface Past {
  permits: readonly PermitRow[]
  tasks: readonly TaskRow[]
  payments: readonly PaymentRow[]
  today: LocalDate
}

/**
 * State of a permit at an instant according to its timeline. Null before the permit was submitted to staff
 * and after the decision.
 */
function stoodAt(permit: PermitRow, atMs: number): { status: string; sinceMs: number; court: Court } | null {
  const { steps } = permit.timeline
  const index = steps.findLastIndex((step) => step.atMs <= atMs)
  const step = steps[index]
  if (step === undefined || step.status === 'DRAFT' || seedStatus(step.status).bucket === 'processed')
    return null
  const past = step.status === 'CORRECTIONS_REQUIRED' ? 'OURS' : seedStatus(step.status).court
  return { status: step.status, sinceMs: step.atMs, court: index === steps.length - 1 ? permit.court : past }
}

function figuresOf({ permits, tasks, payments }: Past, day: LocalDate) {
  const at = `${day}T00:00:00.000Z`
  const numbers = new Map<string, { figure: DailyFigure; holder: string; n: number }>()
  const add = (figure: DailyFigure, holder: string, n: number) => {
    const known = numbers.get(`${figure} ${holder}`)
    numbers.set(`${figure} ${holder}`, { figure, holder, n: n + (known?.n ?? 0) })
  }
  for (const figure of ['unassigned', 'stale', 'feesDue'] as const) add(figure, '', 0)
  for (const permit of permits) {
    const stood = stoodAt(permit, Date.parse(at))
    if (stood === null) continue
    if (stood.court === 'OURS')
      add(permit.assignedTo === null ? 'unassigned' : 'myTurn', permit.assignedTo ?? '', 1)
    const { statusVerifiedAt: verified } = permit
    const seen = {
      status: stood.status,
      statusChangedAt: toInstant(stood.sinceMs),
      statusVerifiedAt: verified !== null && verified <= at ? verified : null,
    }
    if ((timeInStatus(seedMap, seen, day, 'UTC')?.staleDays ?? null) !== null) add('stale', '', 1)
  }
  for (const { audience, assignedTo, createdAt, completedAt, status } of tasks) {
    const isOpen = createdAt <= at && status !== 'CANCELLED' && (completedAt === null || completedAt > at)
    if (audience === 'INTERNAL' && assignedTo !== null && isOpen) add('openTasks', assignedTo, 1)
  }
  for (const { kind, status, createdAt, paidAt, total } of payments) {
    const isOwed = createdAt <= at && (unpaidStatuses.includes(status) || (paidAt !== null && paidAt > at))
    if (kind === 'FEE' && isOwed) add('feesDue', '', total)
  }
  return [...numbers.values()].map((number) => ({ day, ...number }))
}

/** The Overview figures of staff on each of the last days, computed from the past of the records. */
export function makeDailyFigures(past: Past) {
  const days = Array.from({ length: daysBack }, (_, place) => addDays(past.today, place - daysBack))
  return {
    days: days.map((day) => ({ day, countedAt: `${day}T00:00:00.000Z` })),
    figures: days.flatMap((day) => figuresOf(past, day)),
  }
}
