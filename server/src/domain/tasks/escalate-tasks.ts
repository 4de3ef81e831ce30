import { sql } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { firstActiveStaff, listAdministrators } from '../notifications/active-staff.ts'
import { loadSubject } from '../notifications/notify-transitions.ts'
import { notifyOnce } from '../notifications/notify.ts'
import { notificationTexts } from '../notifications/texts.ts'
import { ofPermit, orgOf, titleOf } from '../notifications/transition-notifications.ts'
import type { NotificationSubject } from '../notifications/transition-notifications.ts'
import { asPortal } from '../permits/automatic/due-transitions.ts'
import type { AutomaticStepDeps } from '../permits/automatic/due-transitions.ts'
import { escalationLevels, levelOf } from './escalation-levels.ts'
import type { EscalationLevel } from './escalation-levels.ts'
import { isClosedTask, responsibleFor } from './task-reminders.ts'

const batch = 500

const Candidate = z.object({
  pid: z.string(),
  seq: z.number(),
  createdAt: z.date(),
  dueDate: z.string(),
  /** The levels that were notified for this due date. */
  notified: z.array(z.string()),
})
type Candidate = z.infer<typeof Candidate>

/** A due date that moves has levels of its own. */
const keyOf = (pid: string, dueDate: string, level: string) => `escalation ${pid} ${dueDate} ${level}`

const keySql = `'escalation ' || t.pid || ' ' || t.due_date::text || ' '`
const last = escalationLevels.at(-1)

/** Open tasks that escalate and have not reached the end of it, in pages. */
const candidatesSql = `select t.pid, t.seq, t.created_at as "createdAt", t.due_date::text as "dueDate",
    array(select l.level from unnest($2::text[]) l(level) where exists (select 1 from signals_raised s where s.key = ${keySql} || l.level)) as notified
  from tasks t where t.escalation in ('SUPERVISOR', 'DIRECTOR') and t.status not in ('DONE', 'CANCELLED') and t.deleted_at is null and t.due_date is not null
    and t.seq > $1 and not exists (select 1 from signals_raised s where s.key = ${keySql} || '${last}') order by t.seq limit ${batch}`

/** The manager of the client's account; without one, all administrators. */
async function leadsOf(context: WriteContext, org: string | null): Promise<string[]> {
  const [row] = await run(
    context.deps.database,
    context.trx,
    sql`select o.account_manager as lead from orgs o where o.pid = ${org}`,
    z.object({ lead: z.string().nullable() }),
  )
  return firstActiveStaff(context, [row?.lead])
}

/**
 * Who is notified: the assignee at every level, the lead from 100 %, and at 150 % of a task that escalates to
 * a director all administrators.
 */
async function recipientsOf(
  context: WriteContext,
  about: NotificationSubject<'tasks'>,
  level: EscalationLevel,
): Promise<string[]> {
  const people = await firstActiveStaff(context, responsibleFor(about))
  if (level >= 100) people.push(...(await leadsOf(context, orgOf(about))))
  if (level >= 150 && about.values.escalation === 'DIRECTOR')
    people.push(...(await listAdministrators(context)))
  return people
}

/** Notifies of a level unless it was notified, or the task has changed since it was found. */
function escalate(deps: AutomaticStepDeps, task: Candidate, level: EscalationLevel): Promise<boolean> {
  return asPortal(deps, 'tasks', async (context) => {
    const about = await loadSubject(context, 'tasks', task.pid)
    if (about === undefined || isClosedTask(about) || about.values.dueDate !== task.dueDate) return false
    if (about.values.escalation === null || about.values.escalation === 'NONE') return false
    return notifyOnce(context, keyOf(task.pid, task.dueDate, String(level)), {
      kind: level === 80 ? 'TASK_DUE' : 'SLA_BREACH',
      rule: `task-escalation-${level}`,
      severity: level === 80 ? 'INFO' : level === 100 ? 'WARNING' : 'CRITICAL',
      collection: about.collection,
      pid: about.pid,
      org: orgOf(about),
      staff: await recipientsOf(context, about, level),
      words: (language) => ({
        title: notificationTexts(language)(`escalation_${level}`, { what: titleOf(about) }),
        message: ofPermit(about),
      }),
      // Escalation is internal; clients have reminders of their own.
      client: null,
      messageKind: null,
    })
  })
}

/**
 * Notifies of tasks that have used up 80, 100 or 150 percent of their time, once per level and due date, and
 * only of the highest level that was reached while no server ran. Returns the number of notifications.
 * Source: decision 0112.
 */
export async function escalateTasks(deps: AutomaticStepDeps, signal: AbortSignal): Promise<number> {
  const [zone, now] = [await officeZone(deps), deps.clock.now()]
  let sent = 0
  let after = 0
  for (;;) {
    const found = await deps.database.slowQuery(
      candidatesSql,
      [after, escalationLevels.map(String)],
      Candidate,
    )
    for (const task of found) {
      if (signal.aborted) return sent
      const level = levelOf(task.createdAt, task.dueDate, zone, now)
      if (level === null || task.notified.some((notified) => Number(notified) >= level)) continue
      try {
        if (await escalate(deps, task, level)) sent += 1
      } catch (error) {
        // A task that fails does not stop the others; the next run tries it again.
        deps.log.warn({ err: error, pid: task.pid }, 'a task could not be escalated')
      }
    }
    after = found.at(-1)?.seq ?? after
    if (found.length < batch) return sent
  }
}
