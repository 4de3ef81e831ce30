import type { ColourToken, SymbolName } from '../collections/field.ts'
import type { Role } from '../roles.ts'

export const pipelineStages = ['INTAKE', 'PREPARATION', 'READY', 'AUTHORITY_REVIEW', 'DECISION', 'POST_DECISION'] as const
export type PipelineStage = (typeof pipelineStages)[number]
export const buckets = ['processing', 'processed'] as const
export type Bucket = (typeof buckets)[number]
/** Whose turn it is. */
export const courts = ['OURS', 'CLIENT', 'AUTHORITY', 'NONE'] as const
export type Court = (typeof courts)[number]
export const holdReasons = ['APPLICANT_REQUEST', 'LEGAL_ACTION', 'MISSING_INFORMATION', 'PENDING_EXTERNAL_DECISION'] as const
export type HoldReason = (typeof holdReasons)[number]

/** One state of a permit: what it is called, where it stands and whose turn it is. Its transitions live in the map's next lists. */
export interface PermitStatus {
  key: string
  label: string
  clientLabel: string
  stage: PipelineStage | null
  bucket: Bucket
  court: Court
  colour: ColourToken
  symbol: SymbolName
  order: number
  terminal: boolean
  next: readonly { to: string; roles: readonly Role[] }[]
}

const staff = ['team', 'admin', 'superadmin'] as const
const administrators = ['admin', 'superadmin'] as const
const anyone = ['client', ...staff] as const
const to = (roles: readonly Role[], ...keys: string[]) => keys.map((key) => ({ to: key, roles }))

type Row = [
  key: string,
  clientLabel: string,
  stage: PipelineStage | null,
  court: Court,
  colour: ColourToken,
  symbol: SymbolName,
  next: PermitStatus['next'],
]

const processing: Row[] = [
  ['DRAFT', 'Draft', 'INTAKE', 'CLIENT', 'grey', 'pencil', to(anyone, 'NEW')],
  ['NEW', 'Received', 'INTAKE', 'OURS', 'grey', 'circle', [...to(staff, 'INTAKE_REVIEW', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')]],
  [
    'INTAKE_REVIEW',
    'Being checked',
    'INTAKE',
    'OURS',
    'blue',
    'clock',
    [...to(staff, 'WAITING_CLIENT', 'IN_PREPARATION', 'REJECTED_INTAKE', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'WAITING_CLIENT',
    'Waiting for you',
    'PREPARATION',
    'CLIENT',
    'amber',
    'person',
    [...to(staff, 'IN_PREPARATION', 'ON_HOLD', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  [
    'IN_PREPARATION',
    'Being prepared',
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
    'Submitted to the authority',
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
    'Corrections needed',
    'PREPARATION',
    'OURS',
    'orange',
    'alert',
    [...to(staff, 'IN_PREPARATION', 'WAITING_CLIENT', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')],
  ],
  ['APPROVED', 'Approved', 'DECISION', 'OURS', 'green', 'check', to(staff, 'PAYMENT_DUE', 'ISSUED', 'CANCELLED')],
  ['PAYMENT_DUE', 'Payment due', 'DECISION', 'CLIENT', 'amber', 'money', [...to(staff, 'ISSUED', 'CANCELLED'), ...to(anyone, 'WITHDRAWN')]],
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
  ['DENIED', 'Denied', 'POST_DECISION', 'NONE', 'red', 'cross', [...to(administrators, 'UNDER_REVIEW'), ...to(staff, 'CLOSED')]],
  ['WITHDRAWN', 'Withdrawn', 'POST_DECISION', 'NONE', 'grey', 'minus', to(administrators, 'INTAKE_REVIEW')],
  ['CANCELLED', 'Cancelled', 'POST_DECISION', 'NONE', 'grey', 'cross', to(administrators, 'INTAKE_REVIEW')],
  ['REJECTED_INTAKE', 'Not accepted', 'POST_DECISION', 'NONE', 'red', 'cross', to(staff, 'INTAKE_REVIEW')],
  ['EXPIRED', 'Expired', 'POST_DECISION', 'NONE', 'orange', 'clock', to(administrators, 'ISSUED')],
  ['REVOKED', 'Revoked', 'POST_DECISION', 'NONE', 'red', 'lock', []],
  ['VOIDED', 'Void', 'POST_DECISION', 'NONE', 'red', 'minus', []],
  ['SUPERSEDED', 'Replaced by a newer permit', 'POST_DECISION', 'NONE', 'grey', 'refresh', []],
  ['CLOSED', 'Closed', 'POST_DECISION', 'NONE', 'slate', 'lock', to(administrators, 'ISSUED')],
]

const labels: Readonly<Record<string, string>> = { REJECTED_INTAKE: 'Rejected at intake', PAYMENT_DUE: 'Payment due', ON_HOLD: 'On hold' }
const sentence = (key: string) => key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' ')

const toStatus =
  (bucket: Bucket, first: number) =>
  ([key, clientLabel, stage, court, colour, symbol, next]: Row, place: number): PermitStatus => ({
    key,
    label: labels[key] ?? sentence(key),
    clientLabel,
    stage,
    bucket,
    court,
    colour,
    symbol,
    order: first + place,
    terminal: next.length === 0 && key !== 'ON_HOLD',
    next,
  })

/** The permit status map a portal starts with. Source: domain.md section 2. */
export const seedStatusMap: readonly PermitStatus[] = [
  ...processing.map(toStatus('processing', 0)),
  ...processed.map(toStatus('processed', processing.length)),
]

/** The status of that key; throws when the seed map has none. */
export function seedStatus(key: string): PermitStatus {
  const status = seedStatusMap.find((each) => each.key === key)
  if (!status) throw new RangeError(`No permit status is called ${key}`)
  return status
}
