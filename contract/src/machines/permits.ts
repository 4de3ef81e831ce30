import { seedStatusMap } from '../permits/status-map.ts'
import { staff } from './machine.ts'
import type { Machine, MachineFacts, Way } from './machine.ts'

const byKey = new Map(seedStatusMap.map((status) => [status.key, status]))

/** Steps that take something back or end it: they ask why. */
const asking = new Set(['CANCELLED', 'WITHDRAWN', 'REJECTED_INTAKE', 'ON_HOLD', 'DENIED', 'CORRECTIONS_REQUIRED', 'REVOKED', 'VOIDED'])
/** Statuses from which going on as if nothing had happened asks why too: reopened, appealed, returned at the counter. */
const reopened = new Set(['ISSUED', 'DENIED', 'WITHDRAWN', 'CANCELLED', 'REJECTED_INTAKE', 'EXPIRED', 'CLOSED', 'ON_HOLD'])

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

const unmetConditions = (open: number, done: string) =>
  open === 0 ? [] : [`${count(open, 'condition')} must be met before it is ${done}: meet or waive ${open === 1 ? 'it' : 'them'}.`]

/** What must be true of a permit before it may become this. Source: domain.md section 2. */
const guards: Readonly<Record<string, (facts: MachineFacts, from: string) => string[]>> = {
  READY_TO_SUBMIT: ({ packageStatus, blockingTasks, openConditions }) => [
    ...(packageStatus === 'READY' || packageStatus === 'SUBMITTED' ? [] : ['The submission package is not ready.']),
    ...(blockingTasks === 0 ? [] : [`${count(blockingTasks, 'blocking task')} ${blockingTasks === 1 ? 'is' : 'are'} open.`]),
    ...unmetConditions(openConditions.beforeSubmit, 'submitted'),
  ],
  SUBMITTED: ({ packageStatus }) => (packageStatus === 'READY' || packageStatus === 'SUBMITTED' ? [] : ['The submission package is not ready.']),
  ISSUED: ({ balance, openConditions }, from) =>
    from === 'EXPIRED' || from === 'CLOSED'
      ? []
      : [...(balance <= 0 ? [] : ['The balance is not nil: record the payment first.']), ...unmetConditions(openConditions.beforeIssue, 'issued')],
  VOIDED: ({ openAmendments }) => (openAmendments === 0 ? [] : ['An amendment of it is under way: end that first.']),
}

/** The ways out of a permit's status by the map; a held permit goes back to where it was. */
function waysFrom(status: string, facts: MachineFacts): Way[] {
  if (status === 'ON_HOLD') {
    const back: Way[] = facts.heldFrom === null ? [] : [{ to: facts.heldFrom, roles: staff, asksReason: true }]
    return [...back]
  }
  return (byKey.get(status)?.next ?? []).map(({ to, roles }) => {
    const guard = guards[to]
    const asksReason = asking.has(to) || (reopened.has(status) && to !== 'CLOSED') || (status === 'SUBMITTED' && to === 'IN_PREPARATION')
    return { to, roles, asksReason, ...(guard === undefined ? {} : { guards: (_record, now) => guard(now, status) }) }
  })
}

const labels: Readonly<Record<string, string>> = {
  NEW: 'Send',
  INTAKE_REVIEW: 'Review intake',
  WAITING_CLIENT: 'Wait for the client',
  IN_PREPARATION: 'Prepare',
  READY_TO_SUBMIT: 'Ready to submit',
  SUBMITTED: 'Submit',
  UNDER_REVIEW: 'Under review',
  CORRECTIONS_REQUIRED: 'Corrections required',
  APPROVED: 'Approve',
  PAYMENT_DUE: 'Ask for payment',
  ON_HOLD: 'Put on hold',
  ISSUED: 'Issue',
  DENIED: 'Deny',
  WITHDRAWN: 'Withdraw',
  CANCELLED: 'Cancel the permit',
  REJECTED_INTAKE: 'Reject at intake',
  REVOKED: 'Revoke',
  VOIDED: 'Void',
  CLOSED: 'Close',
}

export const permitMachine: Machine = {
  statuses: seedStatusMap.map(({ key }) => key),
  label: (to) => labels[to] ?? byKey.get(to)?.label ?? to,
  ways: (permit, facts) => waysFrom(String(permit['status']), facts),
}
