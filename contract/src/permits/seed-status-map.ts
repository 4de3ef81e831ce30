import type { ColourToken, SymbolName } from '../collections/field.ts'
import type { Role } from '../roles.ts'
import type {
  Bucket,
  Court,
  StepGuard,
  PermitStatus,
  PermitStatusCode,
  PipelineStage,
  StatusMap,
  StatusStep,
} from './status-map.ts'

/** Transitions that require a reason because they reverse or end something. */
const asking = new Set([
  'CANCELLED',
  'WITHDRAWN',
  'REJECTED_INTAKE',
  'ON_HOLD',
  'DENIED',
  'CORRECTIONS_REQUIRED',
  'REVOKED',
  'VOIDED',
])
/** Statuses whose onward transitions also require a reason, because they reopen or appeal a decision. */
const reopened = new Set([
  'ISSUED',
  'DENIED',
  'WITHDRAWN',
  'CANCELLED',
  'REJECTED_INTAKE',
  'EXPIRED',
  'CLOSED',
])
const asksReason = (from: string, to: string) =>
  asking.has(to) ||
  (reopened.has(from) && to !== 'CLOSED') ||
  (from === 'SUBMITTED' && to === 'IN_PREPARATION')

/** Guards of a target status. Source: domain.md 2. */
const required: Readonly<Record<string, readonly StepGuard[]>> = {
  READY_TO_SUBMIT: ['PACKAGE_READY', 'NO_BLOCKING_TASK', 'CONDITIONS_BEFORE_SUBMIT'],
  SUBMITTED: ['PACKAGE_READY', 'CONDITIONS_BEFORE_SUBMIT'],
  VOIDED: ['NO_OPEN_AMENDMENT'],
}
/** A reopened or extended permit was issued before, so its guards do not apply again. */
const guardOf = (from: string, to: string): StepGuard[] =>
  to === 'ISSUED' && !reopened.has(from) ? ['BALANCE_NIL', 'CONDITIONS_BEFORE_ISSUE'] : []

/** Statuses without attached rules. An office can remove them. */
const optional = new Set(['INTAKE_REVIEW', 'UNDER_REVIEW', 'PAYMENT_DUE', 'REJECTED_INTAKE'])
/**
 * Statuses that send a notification to the client's organization. For the others, its people only get an
 * alert.
 */
const kept = new Set([
  'WAITING_CLIENT',
  'SUBMITTED',
  'PAYMENT_DUE',
  'SUPERSEDED',
  'CORRECTIONS_REQUIRED',
  'ON_HOLD',
  'DENIED',
  'EXPIRED',
  'REVOKED',
  'VOIDED',
  'REJECTED_INTAKE',
  'APPROVED',
  'ISSUED',
])

const staff = ['team', 'admin', 'superadmin'] as const
const administrators = ['admin', 'superadmin'] as const
const anyone = ['client', ...staff] as const
type Ways = readonly { to: string; roles: readonly Role[] }[]
const to = (roles: readonly Role[], ...keys: string[]): Ways => keys.map((key) => ({ to: key, roles }))

type Row = [
  key: PermitStatusCode,
  clientLabel: string,
  stage: PipelineStage | null,
  court: Court,
  colour: ColourToken,
  icon: SymbolName,
  next: Ways,
]

const processing: Row[] = [
  ['DRAFT', 'Draft', 'INTAKE', 'CLIENT', 'grey', 'pencil', to(anyone, 'NEW')],
  [
    'NEW',
    'Received',
    'INTAKE',
    'OURS',
    'grey',
    'circle',
    [...to(staff, 'INTAKE_REVIEW', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'INTAKE_REVIEW',
    'Under intake review',
    'INTAKE',
    'OURS',
    'blue',
    'clock',
    [
      ...to(staff, 'WAITING_CLIENT', 'IN_PREPARATION', 'REJECTED_INTAKE', 'CANCELLED'),
      ...to(anyone, 'WITHDRAWN'),
    ],
  ],
  [
    'WAITING_CLIENT',
    'Action required',
    'PREPARATION',
    'CLIENT',
    'amber',
    'person',
    [...to(staff, 'IN_PREPARATION', 'ON_HOLD', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'IN_PREPARATION',
    'In preparation',
    'PREPARATION',
    'OURS',
    'blue',
    'pencil',
    [...to(staff, 'WAITING_CLIENT', 'READY_TO_SUBMIT', 'ON_HOLD', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'READY_TO_SUBMIT',
    'Ready to submit',
    'READY',
    'OURS',
    'teal',
    'box',
    [...to(staff, 'SUBMITTED', 'IN_PREPARATION', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'SUBMITTED',
    'Submitted to the agency',
    'AUTHORITY_REVIEW',
    'AUTHORITY',
    'indigo',
    'send',
    to(staff, 'UNDER_REVIEW', 'CORRECTIONS_REQUIRED', 'WITHDRAWN', 'IN_PREPARATION'),
  ],
  [
    'UNDER_REVIEW',
    'Under review',
    'AUTHORITY_REVIEW',
    'AUTHORITY',
    'indigo',
    'clock',
    to(staff, 'CORRECTIONS_REQUIRED', 'APPROVED', 'DENIED', 'ON_HOLD', 'WITHDRAWN'),
  ],
  [
    'CORRECTIONS_REQUIRED',
    'Corrections required',
    'PREPARATION',
    'OURS',
    'orange',
    'alert',
    [...to(staff, 'IN_PREPARATION', 'WAITING_CLIENT', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'APPROVED',
    'Approved',
    'DECISION',
    'OURS',
    'green',
    'check',
    to(staff, 'PAYMENT_DUE', 'ISSUED', 'CANCELLED'),
  ],
  [
    'PAYMENT_DUE',
    'Payment due',
    'DECISION',
    'CLIENT',
    'amber',
    'money',
    [...to(staff, 'ISSUED', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  ['ON_HOLD', 'On hold', null, 'OURS', 'purple', 'pause', []],
]

const processed: Row[] = [
  [
    'ISSUED',
    'Issued',
    'POST_DECISION',
    'NONE',
    'green',
    'check',
    [...to(staff, 'CLOSED'), ...to(administrators, 'REVOKED', 'VOIDED', 'UNDER_REVIEW')],
  ],
  [
    'DENIED',
    'Denied',
    'POST_DECISION',
    'NONE',
    'red',
    'cross',
    [...to(administrators, 'UNDER_REVIEW'), ...to(staff, 'CLOSED')],
  ],
  ['WITHDRAWN', 'Withdrawn', 'POST_DECISION', 'NONE', 'grey', 'minus', to(administrators, 'INTAKE_REVIEW')],
  ['CANCELLED', 'Canceled', 'POST_DECISION', 'NONE', 'grey', 'cross', to(administrators, 'INTAKE_REVIEW')],
  ['REJECTED_INTAKE', 'Not accepted', 'POST_DECISION', 'NONE', 'red', 'cross', to(staff, 'INTAKE_REVIEW')],
  ['EXPIRED', 'Expired', 'POST_DECISION', 'NONE', 'orange', 'clock', to(administrators, 'ISSUED')],
  ['REVOKED', 'Revoked', 'POST_DECISION', 'NONE', 'red', 'lock', []],
  ['VOIDED', 'Void', 'POST_DECISION', 'NONE', 'red', 'minus', []],
  ['SUPERSEDED', 'Replaced by a newer permit', 'POST_DECISION', 'NONE', 'grey', 'refresh', []],
  ['CLOSED', 'Closed', 'POST_DECISION', 'NONE', 'slate', 'lock', to(administrators, 'ISSUED')],
]

const labels: Readonly<Record<string, string>> = {
  REJECTED_INTAKE: 'Incomplete – returned',
  WAITING_CLIENT: 'Waiting on client',
  CANCELLED: 'Canceled',
  PAYMENT_DUE: 'Payment due',
  ON_HOLD: 'On hold',
}
const sentence = (key: string) => key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' ')

const stepFrom =
  (from: string) =>
  ({ to: target, roles }: Ways[number]): StatusStep => ({
    to: target,
    roles: [...roles],
    guard: guardOf(from, target),
    askReason: asksReason(from, target),
  })

const toStatus =
  (bucket: Bucket, first: number) =>
  ([key, clientLabel, stage, court, colour, icon, next]: Row, place: number): PermitStatus => ({
    key,
    label: labels[key] ?? sentence(key),
    clientLabel,
    stage,
    bucket,
    court,
    colour,
    icon,
    order: first + place,
    slaDays: null,
    staleAfterDays: court === 'AUTHORITY' ? 14 : null,
    requires: [...(required[key] ?? [])],
    notify: kept.has(key) ? ['STAFF', 'CLIENT', 'CLIENT_MESSAGE'] : ['STAFF', 'CLIENT'],
    next: next.map(stepFrom(key)),
    system: !optional.has(key),
    terminal: next.length === 0 && key !== 'ON_HOLD',
    locksFields: bucket === 'processed',
  })

/** The statuses of a new portal. Source: domain.md 2. */
export const seedStatusMap: readonly PermitStatus[] = [
  ...processing.map(toStatus('processing', 0)),
  ...processed.map(toStatus('processed', processing.length)),
]

/** The map of a new portal, active until another one is published. */
export const seedMap: StatusMap = { number: 0, statuses: seedStatusMap, moved: {} }

/** The status with that key; throws RangeError when the seed map has none. */
export function seedStatus(key: string): PermitStatus {
  const status = seedStatusMap.find((entry) => entry.key === key)
  if (!status) throw new RangeError(`No permit status is called ${key}`)
  return status
}

const systemStatuses = seedStatusMap.filter(({ system }) => system)

/** The seed definition of a system status; undefined for any other key. */
export function systemStatus(key: string): PermitStatus | undefined {
  return systemStatuses.find((systemStatus) => systemStatus.key === key)
}

/** Adds guards that a newer release requires to a stored status. */
function completeStatus(status: PermitStatus): PermitStatus {
  const missing = (systemStatus(status.key)?.requires ?? []).filter(
    (guard) => !status.requires.includes(guard),
  )
  return missing.length === 0 ? status : { ...status, requires: [...status.requires, ...missing] }
}

/** Adds system statuses and guards that a newer release requires to a stored map. */
export function completeMap({ number, statuses, moved }: StatusMap): StatusMap {
  const missing = systemStatuses.filter(({ key }) => !statuses.some((status) => status.key === key))
  return { number, statuses: [...statuses.map(completeStatus), ...missing], moved }
}
