import { asksClient } from '../permits/asked-items.ts'
import { findStatus, keyNow } from '../permits/status-map.ts'
import type { StepGuard, PermitStatus, StatusMap } from '../permits/status-map.ts'
import { seedStatusMap } from '../permits/seed-status-map.ts'
import { validDaysOf } from '../permit-library/permit-library.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import type { RecordValues } from '../query/writes.ts'
import { formatDay } from '../format-time.ts'
import { phrase } from '../sentence.ts'
import { addDays } from '../time.ts'
import type { LocalDate } from '../time.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import { staff } from './machine.ts'
import type {
  Machine,
  GuardContext,
  OpenConditions,
  Transition,
  TransitionAddition,
  TransitionInput,
} from './machine.ts'
import { blockingTasksOpen, confirmationInput } from './packages.ts'
import { unansweredCorrections } from './corrections.ts'
import { lackingDetails } from './details.ts'
import { lateDocumentsLacking } from './late-documents.ts'
import { missingSignOff } from './sign-off.ts'

/** Singular and plural sentences for open conditions. */
const conditionTexts = {
  beforeSubmit: {
    conditions: [
      '1 condition must be met or waived before submittal.',
      '{{count}} conditions must be met or waived before submittal.',
    ],
    'organization-conditions': [
      '1 client condition must be met or waived before submittal.',
      '{{count}} client conditions must be met or waived before submittal.',
    ],
  },
  beforeIssue: {
    conditions: [
      '1 condition must be met or waived before issuance.',
      '{{count}} conditions must be met or waived before issuance.',
    ],
    'organization-conditions': [
      '1 client condition must be met or waived before issuance.',
      '{{count}} client conditions must be met or waived before issuance.',
    ],
  },
} as const

/** Blockers for the open conditions of the permit and of its organization. */
function unmetConditions(
  { openConditions, organizationConditions }: GuardContext,
  when: keyof OpenConditions,
): Unmet[] {
  const open = (code: 'conditions' | 'organization-conditions', count: number) => {
    const [one, several] = conditionTexts[when][code]
    return count === 0
      ? []
      : [unmet(code, count === 1 ? one : phrase(several, { count }), 'Conditions', { count })]
  }
  return [
    ...open('conditions', openConditions[when]),
    ...open('organization-conditions', organizationConditions[when]),
  ]
}

/** The check of each guard in the status map, and its blockers when it fails. Source: domain.md 2. */
const guards: Readonly<Record<StepGuard, (facts: GuardContext) => Unmet[]>> = {
  PACKAGE_READY: (facts) => {
    const { packageStatus, signOff } = facts
    if (packageStatus === 'SUBMITTED') return []
    if (packageStatus === 'READY') return [...lateDocumentsLacking(facts), ...missingSignOff(signOff)]
    return packageStatus === 'BLOCKED'
      ? [unmet('package-blocked', 'The submittal package is blocked. Reopen or check it first.', 'Documents')]
      : [unmet('package-not-ready', 'The submittal package is not ready.', 'Documents')]
  },
  NO_BLOCKING_TASK: ({ blockingTasks }) => (blockingTasks === 0 ? [] : [blockingTasksOpen(blockingTasks)]),
  CONDITIONS_BEFORE_SUBMIT: (facts) => unmetConditions(facts, 'beforeSubmit'),
  BALANCE_NIL: ({ balance }) =>
    balance <= 0
      ? []
      : [unmet('balance', 'Balance due: record the payment first.', 'Payment data', { balance })],
  CONDITIONS_BEFORE_ISSUE: (facts) => unmetConditions(facts, 'beforeIssue'),
  NO_OPEN_AMENDMENT: ({ openAmendments }) =>
    openAmendments === 0
      ? []
      : [
          unmet('amendment', 'An open amendment must be closed first.', 'Relation', {
            count: openAmendments,
          }),
        ],
  CERTIFICATES_CURRENT: ({ expiredCertificates }) =>
    expiredCertificates.map(({ label, day }) =>
      unmet(
        'certificate-expired',
        phrase('{{what}} of the client: {{day}}. Enter the date of the new certificate first.', {
          what: label,
          day: { en: formatDay(day, 'en'), es: formatDay(day, 'es') },
        }),
        null,
        { label, day },
      ),
    ),
}

/** End statuses that are also available while a permit is on hold. */
const endsOfHold: readonly string[] = ['WITHDRAWN', 'CANCELLED']

/**
 * A held permit returns to its previous status, or to the status that replaced it in the map. It can also end
 * in the end statuses of that status.
 */
function waysFromHold(map: StatusMap, { heldFrom, ...facts }: GuardContext): Transition[] {
  const back = heldFrom === null ? null : keyNow(map, heldFrom)
  if (back === null || back === 'ON_HOLD' || findStatus(map, back) === undefined) return []
  const ends = transitionsFrom(map, back, { ...facts, heldFrom: null }).filter(({ to }) =>
    endsOfHold.includes(to),
  )
  return [{ to: back, roles: staff, asksReason: true, label: 'Release hold' }, ...ends]
}

/** Button label of a transition, when it depends on the previous status. */
function labelFrom(map: StatusMap, from: string, to: string): string | undefined {
  if (findStatus(map, from)?.bucket !== 'processed')
    return from === 'SUBMITTED' && to === 'IN_PREPARATION' ? 'Return to preparation' : undefined
  if (findStatus(map, to)?.bucket !== 'processed')
    return to === 'UNDER_REVIEW' ? 'Reopen review' : 'Reopen permit'
  if (to !== 'ISSUED') return undefined
  return from === 'EXPIRED' ? 'Extend permit' : 'Reopen permit'
}

/**
 * Transitions that send a package to the authority. Regardless of the map, they require a response to every
 * comment, and the details of the permit type.
 */
const goesOut: readonly string[] = ['READY_TO_SUBMIT', 'SUBMITTED']

/** The transitions from a permit's status according to the map. */
function transitionsFrom(map: StatusMap, status: string, facts: GuardContext): Transition[] {
  if (status === 'ON_HOLD') return waysFromHold(map, facts)
  return (findStatus(map, status)?.next ?? []).map(({ to, roles, guard, askReason }) => {
    const names = [...new Set([...(findStatus(map, to)?.requires ?? []), ...guard])]
    const nothingDue = ({ balance }: GuardContext) =>
      to === 'PAYMENT_DUE' && balance <= 0
        ? [unmet('nothing-due', 'No balance due: add the fee first.', 'Payment data')]
        : []
    const lacking = (now: GuardContext) =>
      goesOut.includes(to) ? [...unansweredCorrections(now), ...lackingDetails(now)] : []
    const label = labelFrom(map, status, to)
    return {
      ...(label !== undefined && { label }),
      to,
      roles,
      asksReason: askReason,
      guards: (_record, now) => [
        ...nothingDue(now),
        ...lacking(now),
        ...names.flatMap((name) => guards[name](now)),
      ],
    }
  })
}

/** Button labels by target status, used while the status has its original label. */
const verbs: Readonly<Record<string, string>> = {
  NEW: 'Submit request',
  INTAKE_REVIEW: 'Start intake review',
  WAITING_CLIENT: 'Request items from client',
  IN_PREPARATION: 'Start preparation',
  READY_TO_SUBMIT: 'Mark as ready',
  SUBMITTED: 'Submit',
  UNDER_REVIEW: 'Record start of review',
  CORRECTIONS_REQUIRED: 'Record corrections',
  APPROVED: 'Record approval',
  PAYMENT_DUE: 'Request payment',
  ON_HOLD: 'Put on hold',
  ISSUED: 'Record issuance',
  DENIED: 'Record denial',
  WITHDRAWN: 'Withdraw',
  CANCELLED: 'Cancel permit',
  REJECTED_INTAKE: 'Reject at intake',
  REVOKED: 'Revoke permit',
  VOIDED: 'Void permit',
  CLOSED: 'Close permit',
}

const firstLabels = new Map(seedStatusMap.map(({ key, label }) => [key, label]))

/** The button of a step to a status: a verb, until an administrator renames the status. */
function buttonOf(status: PermitStatus | undefined, key: string): { label: string; labelEs?: string } {
  if (status === undefined) return { label: key }
  const verb = firstLabels.get(key) === status.label ? verbs[key] : undefined
  if (verb !== undefined) return { label: verb }
  return { label: status.label, ...(status.labelEs && { labelEs: status.labelEs }) }
}

/** The default last day of a permit issued or extended on `day`, by the rule of its type. */
export function expiryProposed(permit: RecordValues, day: LocalDate, library: PermitLibrary): LocalDate {
  return addDays(day, validDaysOf(library, permit['permitType']))
}

/**
 * Inputs for issuing a permit: all fields for the first issue, only the expiry date for an extension, none
 * for a reopened permit.
 */
export function issuanceInputs(
  permit: RecordValues,
  today: LocalDate,
  library: PermitLibrary,
): TransitionInput[] {
  const expiry: TransitionInput = {
    name: 'expiryDate',
    type: 'date',
    required: false,
    value: expiryProposed(permit, today, library),
  }
  if (permit['status'] === 'EXPIRED') return [expiry]
  if (permit['bucket'] === 'processed') return []
  const known = (name: string) => (typeof permit[name] === 'string' ? permit[name] : null)
  return [
    { name: 'authorityNumber', type: 'text', required: false, value: known('authorityNumber') },
    { name: 'issuedDate', type: 'date', required: false, value: today },
    { ...expiry, value: known('expiryDate') ?? expiry.value ?? null },
  ]
}

function permitInputs(
  to: string,
  permit: RecordValues,
  today: LocalDate,
  { library }: Pick<GuardContext, 'library'>,
): readonly TransitionInput[] {
  switch (to) {
    case 'ISSUED':
      return issuanceInputs(permit, today, library)
    case 'ON_HOLD':
      return [{ name: 'holdReason', type: 'enum', required: false }]
    case 'SUBMITTED':
      return [confirmationInput]
    default:
      return []
  }
}

function permitAdditions(to: string): readonly TransitionAddition[] {
  return [
    ...(to === 'CORRECTIONS_REQUIRED' ? (['comments'] as const) : []),
    ...(to === 'VOIDED' || to === 'REVOKED' ? (['refund'] as const) : []),
    ...(asksClient(to) ? (['items'] as const) : []),
  ]
}

const known = new WeakMap<StatusMap, Machine>()

/** The machine of a status map. Pure and cached: the same map returns the same machine. */
export function permitMachineOf(map: StatusMap): Machine {
  const machine = known.get(map) ?? {
    statuses: map.statuses.map(({ key }) => key),
    // In the default map, the client transitions are submit and withdraw.
    clientPosition: 'ORG_ADMIN',
    label: (to) => buttonOf(findStatus(map, to), to).label,
    labelEs: (to) => buttonOf(findStatus(map, to), to).labelEs,
    called: (status) => findStatus(map, status)?.label ?? null,
    inputs: permitInputs,
    additions: permitAdditions,
    transitions: (permit, facts) => transitionsFrom(map, String(permit['status']), facts),
  }
  known.set(map, machine)
  return machine
}
