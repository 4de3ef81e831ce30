import { permitUpdates } from '@portal/contract'
import type { GuardContext, RecordValues, TransitionBody } from '@portal/contract'
import type { LockedRecord } from './locked-record.ts'

type Effects = (locked: LockedRecord, body: TransitionBody, facts: GuardContext) => RecordValues

const taskUpdates: Effects = ({ before, context: { actor, now } }, { to }) => ({
  status: to,
  ...(to === 'IN_PROGRESS' && before['startedAt'] === null ? { startedAt: now.toISOString() } : {}),
  ...(to === 'DONE'
    ? { completedAt: now.toISOString(), completedBy: actor.pid }
    : { completedAt: null, completedBy: null }),
})

/** Transitions that keep the payment date. */
const isMoney = (to: string) => to === 'PARTIALLY_REFUNDED' || to === 'REFUNDED' || to === 'VOID'

/** The payment time: now, or noon UTC of an earlier day, which is the same date in most time zones. */
const paidAt = (now: Date, today: string, paidOn: string | null | undefined) =>
  !paidOn || paidOn === today ? now.toISOString() : `${paidOn}T12:00:00.000Z`

const paymentAfter: Effects = ({ context: { now, today } }, { to, reason, method, reference, paidOn }) => ({
  status: to,
  ...(isMoney(to) ? {} : { paidAt: to === 'PAID' ? paidAt(now, today, paidOn) : null }),
  ...(reason ? { reason } : {}),
  ...(method ? { method } : {}),
  ...(reference ? { reference } : {}),
})

const orgAfter: Effects = (_stood, { to, reason }) => ({
  status: to,
  suspendedReason: to === 'SUSPENDED' ? (reason ?? null) : null,
})

/**
 * Setting a package to ready does not verify it (decision 0065). The submission is written by the transition
 * of the permit.
 */
const packageAfter: Effects = (_stood, { to }) => ({
  status: to,
  ...(to === 'COLLECTING' ? { verifiedBy: null, verifiedAt: null } : {}),
})

/** The fields of the record itself that a transition changes, by table. */
export const effects: Readonly<Record<string, Effects>> = {
  permits: ({ before, context }, body, facts) =>
    permitUpdates(context.deps.statusMap.current, before, body, facts, context.now, context.today),
  tasks: taskUpdates,
  payments: paymentAfter,
  orgs: orgAfter,
  rts: packageAfter,
}
