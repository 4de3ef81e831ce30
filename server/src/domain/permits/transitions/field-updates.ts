import { packageStatus, paymentStatus, taskStatus, orgStatus } from '@portal/contract'
import { permitUpdates } from '@portal/contract/permit-effects'
import type { GuardContext, RecordValues, TransitionBody, ValuesOf, tables } from '@portal/contract'
import type { LockedRecord } from './locked-record.ts'

function taskUpdates(
  { before, context: { actor, now } }: LockedRecord<'tasks'>,
  { to }: TransitionBody,
): RecordValues {
  return {
    status: to,
    ...(to === taskStatus.IN_PROGRESS && before.startedAt === null ? { startedAt: now.toISOString() } : {}),
    ...(to === taskStatus.DONE
      ? { completedAt: now.toISOString(), completedBy: actor.pid }
      : { completedAt: null, completedBy: null }),
  }
}

/** Transitions that keep the payment date. */
const keepsPaymentDate: readonly string[] = [
  paymentStatus.PARTIALLY_REFUNDED,
  paymentStatus.REFUNDED,
  paymentStatus.VOID,
]

/** The payment time: now, or noon UTC of an earlier day, which is the same date in most time zones. */
const paidAt = (now: Date, today: string, paidOn: string | null | undefined) =>
  !paidOn || paidOn === today ? now.toISOString() : `${paidOn}T12:00:00.000Z`

function paymentUpdates(
  { context: { now, today } }: LockedRecord<'payments'>,
  { to, reason, method, reference, paidOn }: TransitionBody,
): RecordValues {
  const isPaid = to === paymentStatus.PAID
  return {
    status: to,
    ...(keepsPaymentDate.includes(to) ? {} : { paidAt: isPaid ? paidAt(now, today, paidOn) : null }),
    ...(reason ? { reason } : {}),
    ...(method ? { method } : {}),
    ...(reference ? { reference } : {}),
  }
}

/**
 * Setting a package to ready does not verify it (decision 0065). The submission is written by the transition
 * of the permit.
 */
const unverified = { verifiedBy: null, verifiedAt: null } as const satisfies ValuesOf<typeof tables.rts>

/** The fields of the record itself that a transition changes. */
export function fieldUpdates(locked: LockedRecord, body: TransitionBody, facts: GuardContext): RecordValues {
  const { to, reason } = body
  switch (locked.table) {
    case 'permits': {
      const { deps, now, today } = locked.context
      return permitUpdates(deps.statusMap.current, locked.before, body, facts, now, today)
    }
    case 'tasks':
      return taskUpdates(locked, body)
    case 'payments':
      return paymentUpdates(locked, body)
    case 'orgs':
      return { status: to, suspendedReason: to === orgStatus.SUSPENDED ? (reason ?? null) : null }
    case 'rts':
      return { status: to, ...(to === packageStatus.COLLECTING ? unverified : {}) }
    default:
      return { status: to }
  }
}
