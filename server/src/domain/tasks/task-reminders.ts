import { taskStatus } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { firstActiveStaff } from '../notifications/active-staff.ts'
import { loadSubject } from '../notifications/notify-transitions.ts'
import { notify } from '../notifications/notify.ts'
import { notificationTexts } from '../notifications/texts.ts'
import { ofPermit, orgOf, titleOf } from '../notifications/transition-notifications.ts'
import type { NotificationSubject } from '../notifications/transition-notifications.ts'
import { asPortal } from '../permits/automatic/due-transitions.ts'
import type { AutomaticStepDeps } from '../permits/automatic/due-transitions.ts'

const batch = 200

/** The dates of a task that notify, with the rule and the text of the notification. */
const kinds = {
  remindAt: { rule: 'task-reminder', text: 'reminder' },
  followUpAt: { rule: 'task-follow-up', text: 'followUp' },
} as const

const Due = z.object({ task: z.string(), field: z.enum(['remindAt', 'followUpAt']) })
type Due = z.infer<typeof Due>

const closed: readonly (string | null)[] = [taskStatus.DONE, taskStatus.CANCELLED]

/** Is the task done or canceled? */
export const isClosedTask = ({ values }: NotificationSubject<'tasks'>) => closed.includes(values.status)

/** The assignee; without one, the owner of the permit or who made the task. Source: decision 0112. */
export const responsibleFor = ({ values, permit }: NotificationSubject<'tasks'>) => [
  values.assignedTo,
  permit?.assignedTo,
  values.createdBy,
]

async function notifyAbout(
  context: WriteContext,
  about: NotificationSubject<'tasks'>,
  field: Due['field'],
): Promise<void> {
  const { rule, text } = kinds[field]
  await notify(context, {
    kind: 'TASK_DUE',
    rule,
    severity: 'INFO',
    collection: about.collection,
    pid: about.pid,
    org: orgOf(about),
    staff: await firstActiveStaff(context, responsibleFor(about)),
    words: (language) => ({
      title: notificationTexts(language)(text, { what: titleOf(about) }),
      message: ofPermit(about),
    }),
    // Both dates are the office's own; clients do not see them.
    client: null,
    messageKind: null,
  })
}

/**
 * Takes one date and notifies, in one transaction: a server that is killed in between has taken nothing. A
 * date that another server took, that was moved or cleared is gone. Returns whether it notified.
 */
function sendReminder(deps: AutomaticStepDeps, { task, field }: Due): Promise<boolean> {
  return asPortal(deps, 'tasks', async (context) => {
    const taken = await run(
      deps.database,
      context.trx,
      sql`delete from due_reminders where task = ${task} and field = ${field} and at <= ${context.now}::timestamptz returning task`,
    )
    if (taken.length === 0) return false
    const about = await loadSubject(context, 'tasks', task)
    if (about === undefined || isClosedTask(about)) return false
    await notifyAbout(context, about, field)
    return true
  })
}

/**
 * Sends the reminders and follow-ups of tasks that have become due, however long ago. Each is sent once, also
 * by several servers. Returns the number sent.
 */
export async function sendTaskReminders(deps: AutomaticStepDeps, signal: AbortSignal): Promise<number> {
  let sent = 0
  const failed: string[] = []
  const next = () =>
    deps.database.slowQuery(
      `select d.task, d.field from due_reminders d where d.at <= $1::timestamptz and d.task <> all($2::text[])
        order by d.at, d.task limit ${batch}`,
      [deps.clock.now(), failed],
      Due,
    )
  for (let due = await next(); due.length > 0; due = await next()) {
    for (const each of due) {
      if (signal.aborted) return sent
      try {
        if (await sendReminder(deps, each)) sent += 1
      } catch (error) {
        // A task that fails does not stop the others; the next run tries it again.
        failed.push(each.task)
        deps.log.warn({ err: error, pid: each.task }, 'the reminder of a task could not be sent')
      }
    }
  }
  return sent
}
