import type { CollectionName } from './collections/names.ts'
import { spanWord } from './query/filter.ts'
import type { Filter } from './query/filter.ts'
import { me } from './query/values.ts'

/**
 * A built-in view. It is available to everyone who may see its fields, and no one can change it. URLs contain
 * its pid.
 */
export interface ReadyView {
  pid: string
  collection: CollectionName
  name: string
  filters: Filter
  sort: string
}

const unfinished: Filter = { status: { nin: ['DONE', 'CANCELLED'] } }
const inAWeek: Filter[string] = { within: 'next7days' }
const longAgo: Filter[string] = { within: spanWord({ kind: 'over', days: 10 }) }

/** In the order of the Views menu. Days are in the viewer's time zone. Source: decision 0061. */
export const readyViews: readonly ReadyView[] = [
  {
    pid: 'my-permits',
    collection: 'permits',
    name: 'My permits',
    filters: { assignedTo: me },
    sort: 'targetDate',
  },
  {
    pid: 'permits-due-this-week',
    collection: 'permits',
    name: 'Due this week',
    filters: { targetDate: inAWeek },
    sort: 'targetDate',
  },
  {
    pid: 'permits-waiting-on-agency',
    collection: 'permits',
    name: 'Waiting on agency over 10 days',
    filters: { court: 'AUTHORITY', statusChangedAt: longAgo },
    sort: 'statusChangedAt',
  },
  {
    pid: 'permits-overdue',
    collection: 'permits',
    name: 'Overdue',
    filters: { targetDate: { within: 'overdue' } },
    sort: 'targetDate',
  },
  {
    pid: 'permits-issued',
    collection: 'processed',
    name: 'Issued',
    filters: { status: 'ISSUED' },
    sort: '-issuedDate',
  },
  { pid: 'packages-ready', collection: 'rts', name: 'Ready', filters: { status: 'READY' }, sort: 'submitBy' },
  {
    pid: 'my-tasks',
    collection: 'tasks',
    name: 'My tasks',
    filters: { assignedTo: me, ...unfinished },
    sort: 'dueDate',
  },
  {
    pid: 'tasks-due-this-week',
    collection: 'tasks',
    name: 'Due this week',
    filters: { dueDate: inAWeek, ...unfinished },
    sort: 'dueDate',
  },
  {
    pid: 'tasks-overdue',
    collection: 'tasks',
    name: 'Overdue',
    filters: { dueDate: { within: 'overdue' }, ...unfinished },
    sort: 'dueDate',
  },
]
