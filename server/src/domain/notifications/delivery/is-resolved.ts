import { isStaff, taskStatus, unpaidStatuses } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { NotificationKind } from '@portal/contract/notifications'
import { z } from 'zod'

/** The columns of a record that decide whether a notification about it still holds. */
const Facts = z.looseObject({
  status: z.string().nullish(),
  assigned_to: z.string().nullish(),
  collaborators: z.array(z.string()).nullish(),
  status_changed_at: z.string().nullish(),
})

interface NotificationFacts {
  kind: string | null
  /** The table of the record, such as `tasks`. */
  table: string
  /** The row of the record. */
  row: unknown
  actor: Actor
  /** The person who is away, for whom the actor was notified. */
  onBehalfOf: string | null
  /** When the notification was written. */
  at: Date
}

const ended: readonly string[] = [taskStatus.DONE, taskStatus.CANCELLED]
const endedForClients: readonly string[] = [...ended, taskStatus.SUBMITTED]
const aboutTasks: ReadonlySet<string | null> = new Set([
  'TASK_ASSIGNED',
  'TASK_DUE',
  'DOCUMENT_REQUESTED',
] satisfies NotificationKind[])
/** Each of these names the status that a permit had, or asks for something while it has it. */
const aboutStatus: ReadonlySet<string | null> = new Set([
  'PERMIT_STATUS',
  'CORRECTIONS',
  'HOLD_PLACED',
  'PAYMENT_DUE',
  'EXPIRY_REMINDER',
] satisfies NotificationKind[])

/**
 * Whether what a notification says or asks is no longer so: the task is done or somebody else's, the fee is
 * paid, the permit has another status. Pure.
 */
export function isResolved({ kind, table, row, actor, onBehalfOf, at }: NotificationFacts): boolean {
  const { status, assigned_to: assignee, collaborators, status_changed_at: changedAt } = Facts.parse(row)
  if (kind === null || status === null || status === undefined) return false
  switch (table) {
    case 'tasks': {
      if (!aboutTasks.has(kind)) return false
      if (!isStaff(actor.role)) return endedForClients.includes(status)
      const meant = [actor.pid, onBehalfOf].filter((person) => person !== null)
      const isTheirs = meant.some((person) => [assignee, ...(collaborators ?? [])].includes(person))
      return ended.includes(status) || (kind !== 'DOCUMENT_REQUESTED' && !isTheirs)
    }
    case 'payments':
      return kind === 'PAYMENT_DUE' && !unpaidStatuses.includes(status)
    case 'permits':
      return aboutStatus.has(kind) && typeof changedAt === 'string' && Date.parse(changedAt) > at.getTime()
    default:
      return false
  }
}
