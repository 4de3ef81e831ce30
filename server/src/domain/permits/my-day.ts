import { addDays, agencyWaitDays, dueSoonDays, isStaff, permitStatus } from '@portal/contract'
import type { Actor, DayTask, FigureList, Filter, LocalDate, StatusMap } from '@portal/contract'
import { feesDue, unfinished } from './office-metrics.ts'

/** One line of My day and the records it counts. */
export interface DayLine {
  task: DayTask
  list: Pick<FigureList, 'collection'> & { filter: Filter }
}

const line = (task: DayTask, collection: FigureList['collection'], filter: Filter): DayLine => ({
  task,
  list: { collection, filter },
})

function linesOfStaff({ pid }: Actor, map: StatusMap, today: LocalDate): DayLine[] {
  const mine: Filter = { assignedTo: pid }
  const hasCorrections = map.statuses.some(({ key }) => key === permitStatus.CORRECTIONS_REQUIRED)
  return [
    line('permitsOverdue', 'permits', { ...mine, targetDate: { lt: today } }),
    line('permitsDue', 'permits', { ...mine, targetDate: { between: [today, addDays(today, dueSoonDays)] } }),
    ...(hasCorrections ? [line('corrections', 'permits', { ...mine, status: 'CORRECTIONS_REQUIRED' })] : []),
    line('tasksOverdue', 'tasks', { ...mine, ...unfinished, dueDate: { lt: today } }),
    line('tasksToday', 'tasks', { ...mine, ...unfinished, dueDate: today }),
    line('clientAnswers', 'ctasks', { ...mine, status: 'SUBMITTED' }),
    line('packagesToCheck', 'rts', { ...mine, status: 'CHECKING' }),
    line('agencyWaiting', 'permits', {
      ...mine,
      court: 'AUTHORITY',
      statusChangedAt: { lt: addDays(today, -agencyWaitDays) },
    }),
    line('alertsToAcknowledge', 'alerts', { ackRequired: true, acknowledgedAt: { isEmpty: true } }),
  ]
}

function linesOfClient(today: LocalDate): DayLine[] {
  return [
    line('tasksOverdue', 'ctasks', { ...unfinished, dueDate: { lt: today } }),
    line('tasksToday', 'ctasks', { ...unfinished, dueDate: today }),
    line('alertsToAcknowledge', 'alerts', { ackRequired: true, acknowledgedAt: { isEmpty: true } }),
    line('waitingForYou', 'permits', { court: 'CLIENT' }),
    line('feesDue', 'payments', feesDue),
    line('expiring', 'processed', { status: 'ISSUED', expiryDate: { between: [today, addDays(today, 30)] } }),
  ]
}

/**
 * The lines of work for this person today, each with the filter of its list. A status that the map no longer
 * has is left out.
 */
export function dayLines(actor: Actor, map: StatusMap, today: LocalDate): DayLine[] {
  return isStaff(actor.role) ? linesOfStaff(actor, map, today) : linesOfClient(today)
}
