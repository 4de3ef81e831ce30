import { addDays, unsentPackages, workCollections } from '@portal/contract'
import type { Filter, LocalDate, PersonWorkload, WorkCollection, Workload } from '@portal/contract'
import { formatDay } from '@portal/shared-ui'
import { t } from './texts.ts'

/** The due date of each collection, and which of its records are open. */
const work: Readonly<Record<WorkCollection, { due: string; open: Filter }>> = {
  permits: { due: 'targetDate', open: {} },
  tasks: { due: 'dueDate', open: { status: { nin: ['DONE', 'CANCELLED'] } } },
  rts: { due: 'submitBy', open: { status: { in: unsentPackages.map(String) } } },
}

/** A column of the table: the numbers it shows, and the condition on the due date of its lists. */
export interface WorkloadColumn {
  key: string
  label: string
  numbersOf: (workload: PersonWorkload) => Partial<Record<WorkCollection, number>>
  dates: Filter[string] | null
}

/** The columns of a workload, from overdue to the total. */
export function columnsOf({ today, weeks }: Pick<Workload, 'today' | 'weeks'>): WorkloadColumn[] {
  const last = addDays(weeks.at(-1) ?? today, 6)
  const latest = (one: LocalDate, other: LocalDate) => (one > other ? one : other)
  return [
    { key: 'overdue', label: t('overdue'), numbersOf: ({ overdue }) => overdue, dates: { lt: today } },
    ...weeks.map((monday, index): WorkloadColumn => ({
      key: monday,
      label: t('week', { day: formatDay(monday) }),
      numbersOf: (workload) => workload.weeks[index] ?? {},
      dates: { between: [latest(monday, today), addDays(monday, 6)] },
    })),
    { key: 'later', label: t('later'), numbersOf: ({ later }) => later, dates: { gt: last } },
    { key: 'undated', label: t('undated'), numbersOf: ({ undated }) => undated, dates: { isEmpty: true } },
    { key: 'total', label: t('total'), numbersOf: ({ total }) => total, dates: null },
  ]
}

/** The records behind a number, by collection. */
export interface WorkloadList {
  collection: WorkCollection
  count: number
  filter: Filter
}

/** The lists of one cell, without collections that have no record in it. */
export function listsOf(workload: PersonWorkload, { numbersOf, dates }: WorkloadColumn): WorkloadList[] {
  const numbers = numbersOf(workload)
  return workCollections.flatMap((collection) => {
    const count = numbers[collection] ?? 0
    const { due, open } = work[collection]
    return count === 0
      ? []
      : [
          {
            collection,
            count,
            filter: {
              ...open,
              assignedTo: workload.person === null ? { isEmpty: true } : workload.person.pid,
              ...(dates !== null && { [due]: dates }),
            },
          },
        ]
  })
}
