import { lateFilter, staleFilter, unpaidStatuses } from '@portal/contract'
import type { DailyFigure, FigureList, Filter, LocalDate, StatusMap } from '@portal/contract'

/**
 * A key figure of the Overview: the records it counts, whether it is personal, and which amount it sums
 * instead of counting.
 */
export interface OfficeFigure {
  collection: FigureList['collection']
  filter: Filter
  /** The field with the person whose figure it is, if the figure is personal. */
  holder?: 'assignedTo'
  /** The amount to sum instead of counting. */
  sum?: 'total'
}

/** Tasks that are not done. */
export const unfinished: Filter = { status: { nin: ['DONE', 'CANCELLED'] } }

/** Unpaid fees. */
export const feesDue: Filter = { kind: 'FEE', status: [...unpaidStatuses] }

const ofPermits = (filter: Filter | null): OfficeFigure | null =>
  filter === null ? null : { collection: 'permits', filter }

/**
 * The key figures of staff; null if the status map has nothing to count. Both the Overview and the daily
 * metrics use them.
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
