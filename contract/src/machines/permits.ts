import { findStatus, keyNow } from '../permits/status-map.ts'
import type { StepGuard, PermitStatus, StatusMap } from '../permits/status-map.ts'
import { seedStatusMap } from '../permits/seed-status-map.ts'
import { staff } from './machine.ts'
import type { Machine, MachineFacts, OpenConditions, Way } from './machine.ts'
import { signOffLacking } from './sign-off.ts'

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** What the open conditions of the permit, and of its organization, say against a step. */
function unmetConditions({ openConditions, organizationConditions }: MachineFacts, when: keyof OpenConditions, done: string): string[] {
  const sentence = (open: number, whose: string) =>
    open === 0 ? [] : [`${count(open, 'condition')}${whose} must be met before it is ${done}: meet or waive ${open === 1 ? 'it' : 'them'}.`]
  return [...sentence(openConditions[when], ''), ...sentence(organizationConditions[when], ' of the organization')]
}

/** What each guard of the map asks, and what it says where that is not so. Source: domain.md section 2. */
const guards: Readonly<Record<StepGuard, (facts: MachineFacts) => string[]>> = {
  PACKAGE_READY: ({ packageStatus, signOff }) => {
    if (packageStatus === 'SUBMITTED') return []
    return packageStatus === 'READY' ? signOffLacking(signOff) : ['The submission package is not ready.']
  },
  NO_BLOCKING_TASK: ({ blockingTasks }) =>
    blockingTasks === 0 ? [] : [`${count(blockingTasks, 'blocking task')} ${blockingTasks === 1 ? 'is' : 'are'} open.`],
  CONDITIONS_BEFORE_SUBMIT: (facts) => unmetConditions(facts, 'beforeSubmit', 'submitted'),
  BALANCE_NIL: ({ balance }) => (balance <= 0 ? [] : ['The balance is not nil: record the payment first.']),
  CONDITIONS_BEFORE_ISSUE: (facts) => unmetConditions(facts, 'beforeIssue', 'issued'),
  NO_OPEN_AMENDMENT: ({ openAmendments }) => (openAmendments === 0 ? [] : ['An amendment of it is under way: end that first.']),
}

/** The ways out of a permit's status by the map; a held permit goes back to where it was, or to what that has become. */
function waysFrom(map: StatusMap, status: string, facts: MachineFacts): Way[] {
  if (status === 'ON_HOLD') {
    const back = facts.heldFrom === null ? null : keyNow(map, facts.heldFrom)
    return back === null || findStatus(map, back) === undefined ? [] : [{ to: back, roles: staff, asksReason: true }]
  }
  return (findStatus(map, status)?.next ?? []).map(({ to, roles, guard, askReason }) => {
    const names = [...new Set([...(findStatus(map, to)?.requires ?? []), ...guard])]
    const nothingDue = ({ balance }: MachineFacts) => (to === 'PAYMENT_DUE' && balance <= 0 ? ['Nothing is due: add the fee first.'] : [])
    return { to, roles, asksReason: askReason, guards: (_record, now) => [...nothingDue(now), ...names.flatMap((name) => guards[name](now))] }
  })
}

/** What a step is called on a button, where its status is called what it always was. */
const verbs: Readonly<Record<string, string>> = {
  NEW: 'Send',
  INTAKE_REVIEW: 'Review intake',
  WAITING_CLIENT: 'Wait for the client',
  IN_PREPARATION: 'Prepare',
  SUBMITTED: 'Submit',
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

const firstLabels = new Map(seedStatusMap.map(({ key, label }) => [key, label]))

function buttonOf(status: PermitStatus | undefined, key: string): string {
  if (status === undefined) return key
  return firstLabels.get(key) === status.label ? (verbs[key] ?? status.label) : status.label
}

const known = new WeakMap<StatusMap, Machine>()

/** The machine a map makes. Pure; the same map has the same machine. */
export function permitMachineOf(map: StatusMap): Machine {
  const machine = known.get(map) ?? {
    statuses: map.statuses.map(({ key }) => key),
    // Submitting and withdrawing, by the map a portal starts with.
    clientPosition: 'ORG_ADMIN',
    label: (to) => buttonOf(findStatus(map, to), to),
    called: (status) => findStatus(map, status)?.label ?? null,
    ways: (permit, facts) => waysFrom(map, String(permit['status']), facts),
  }
  known.set(map, machine)
  return machine
}
