import { isAutomaticTransition, paymentStatus, permitStatus, tables } from '@portal/contract'
import type { LocalDate, RecordValues, TableName } from '@portal/contract'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { notifyTransitions } from '../../notifications/notify-transitions.ts'
import { applyTransition } from '#engine/transitions/apply-transition.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { inRepeatableTransaction } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { DomainDeps } from '#domain/deps.ts'

export type ScheduledTaskDeps = RecordDeps & Pick<DomainDeps, 'log'>

/** A transition that becomes due by a date. */
interface DueStep {
  table: 'permits' | 'payments'
  from: string
  to: string
  /** The date field; the transition is due on the day after. */
  field: string
  column: string
}

const dueSteps: readonly DueStep[] = [
  {
    table: 'permits',
    from: permitStatus.ISSUED,
    to: permitStatus.EXPIRED,
    field: 'expiryDate',
    column: 'expiry_date',
  },
  {
    table: 'payments',
    from: paymentStatus.DUE,
    to: paymentStatus.OVERDUE,
    field: 'dueDate',
    column: 'due_date',
  },
]
const DueRow = z.object({ pid: z.string(), permit: z.string().nullable() })
const batch = 100

/** Today in the time zone of the office, which decides what is due, regardless of the zones of users. */
export async function officeDay(deps: Pick<DomainDeps, 'database' | 'clock' | 'memory'>): Promise<LocalDate> {
  return todayOf(deps, { timeZone: await officeZone(deps) })
}

/** Opens a transaction in which the portal is the actor. */
export async function asPortal<Result>(
  deps: ScheduledTaskDeps,
  table: TableName,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  const today = await officeDay(deps)
  const result = await inRepeatableTransaction(deps, async (trx) => {
    const context: WriteContext = {
      deps,
      trx,
      actor: portalActor,
      declaration: tables[table],
      now: deps.clock.now(),
      today,
      steps: [],
    }
    await deps.statusMap.lockShared(trx)
    const done = await work(context)
    await notifyTransitions(context)
    return done
  })
  deps.writes.notify()
  return result
}

const isPast = (values: RecordValues, field: string, today: string) =>
  typeof values[field] === 'string' && values[field] < today

/**
 * Applies the transition if it is still due once the record is locked: another server or a person may have
 * been faster.
 */
function takeDueStep(
  deps: ScheduledTaskDeps,
  { table, to, field }: DueStep,
  pid: string,
  permit: string | null,
): Promise<boolean> {
  return asPortal(deps, table, async (context) => {
    // Every transition locks the permit before its related records.
    await lockRelated(context, 'permits', permit)
    const locked = await lockRelated(context, table, pid)
    if (
      locked === undefined ||
      !isAutomaticTransition(table, locked.before.status, to) ||
      !isPast(locked.before, field, context.today)
    )
      return false
    await applyTransition(locked, { to })
    return true
  })
}

/**
 * Applies every transition that is due by date: issued permits expire, payments become overdue. Returns the
 * number applied.
 */
export async function takeDueTransitions(deps: ScheduledTaskDeps): Promise<number> {
  const today = await officeDay(deps)
  let taken = 0
  for (const step of dueSteps) {
    const failed: string[] = []
    const next = () =>
      deps.database.slowQuery(
        `select t.pid, ${step.table === 'permits' ? 'null' : 't.permit'} as permit from ${step.table} t where t.status = '${step.from}' and t.deleted_at is null
          and t.${step.column} < $1::date and t.pid <> all($2::text[]) order by t.${step.column}, t.seq limit ${batch}`,
        [today, failed],
        DueRow,
      )
    for (let due = await next(); due.length > 0; due = await next()) {
      for (const { pid, permit } of due) {
        try {
          if (await takeDueStep(deps, step, pid, permit)) taken += 1
        } catch (error) {
          // A record that fails does not stop the others; the next round retries it.
          failed.push(pid)
          deps.log.warn({ err: error, pid }, `${step.table}: the step to ${step.to} could not be taken`)
        }
      }
    }
  }
  return taken
}
