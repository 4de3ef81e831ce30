import { lateFilter, staleFilter, unpaidStatuses } from '@portal/contract'
import type { DailyFigure, FigureList, Filter, LocalDate, StatusMap } from '@portal/contract'

/**
 * A large number of the Overview: which records it counts, whose they are, and what of them is added up
 * instead.
 */
export interface OfficeFigure {
  collection: FigureList['collection']
  filter: Filter
  /** The field that names whose the record is, where everybody has a number of their own. */
  holder?: 'assignedTo'
  /** The amount that is told in place of the count. */
  sum?: 'total'
}

/** Tasks that are still to be done. */
export const unfinished: Filter = { status: { nin: ['DONE', 'CANCELLED'] } }

/** Fees that are asked for and not paid. */
export const feesDue: Filter = { kind: 'FEE', status: [...unpaidStatuses] }

const ofPermits = (filter: Filter | null): OfficeFigure | null =>
  filter === null ? null : { collection: 'permits', filter }

/**
 * The large numbers of staff; null where the status map gives nothing to count. Shown now and counted every
 * day by the same words.
 */
export const officeMetrics = (map: StatusMap, today: LocalDate) =>
  ({
    myTurn: { collection: 'permits', filter: { court: 'OURS' }, holder: 'assignedTo' },
    unassigned: { collection: 'permits', filter: { court: 'OURS', assignedTo: { isEmpty: true } } },
    late: ofPermits(lateFilter(map, today)),
    stale: ofPermits(staleFilter(map, today)),
    openTasks: { collection: 'tasks', filter: unfinished, holder: 'assignedTo' },
    feesDue: { collection: 'payments', filter: feesDue, sum: 'total' },
  }) satisfies Record<DailyFigure, OfficeFigure | null>
