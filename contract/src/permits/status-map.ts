import { z } from 'zod'
import { colourTokens, symbols } from '../collections/field.ts'
import { settingsText, storableText } from '../query/values.ts'
import { roles } from '../roles.ts'

export const pipelineStages = [
  'INTAKE',
  'PREPARATION',
  'READY',
  'AUTHORITY_REVIEW',
  'DECISION',
  'POST_DECISION',
] as const
export type PipelineStage = (typeof pipelineStages)[number]

/**
 * Codes of the permit statuses of a new portal, as constants for rules. An office can add statuses and remove
 * those without rules, so the status of a permit is any text; compare it with these constants.
 */
export const permitStatus = {
  DRAFT: 'DRAFT',
  NEW: 'NEW',
  INTAKE_REVIEW: 'INTAKE_REVIEW',
  WAITING_CLIENT: 'WAITING_CLIENT',
  IN_PREPARATION: 'IN_PREPARATION',
  READY_TO_SUBMIT: 'READY_TO_SUBMIT',
  SUBMITTED: 'SUBMITTED',
  UNDER_REVIEW: 'UNDER_REVIEW',
  CORRECTIONS_REQUIRED: 'CORRECTIONS_REQUIRED',
  APPROVED: 'APPROVED',
  PAYMENT_DUE: 'PAYMENT_DUE',
  ON_HOLD: 'ON_HOLD',
  ISSUED: 'ISSUED',
  DENIED: 'DENIED',
  WITHDRAWN: 'WITHDRAWN',
  CANCELLED: 'CANCELLED',
  REJECTED_INTAKE: 'REJECTED_INTAKE',
  EXPIRED: 'EXPIRED',
  REVOKED: 'REVOKED',
  VOIDED: 'VOIDED',
  SUPERSEDED: 'SUPERSEDED',
  CLOSED: 'CLOSED',
} as const
export type PermitStatusCode = keyof typeof permitStatus

export const buckets = ['processing', 'processed'] as const
export type Bucket = (typeof buckets)[number]
/** Whose turn it is. */
export const courts = ['OURS', 'CLIENT', 'AUTHORITY', 'NONE'] as const
export type Court = (typeof courts)[number]
export const holdReasons = [
  'APPLICANT_REQUEST',
  'LEGAL_ACTION',
  'MISSING_INFORMATION',
  'PENDING_EXTERNAL_DECISION',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** Guards that a transition can require. */
export const stepGuards = [
  'PACKAGE_READY',
  'NO_BLOCKING_TASK',
  'CONDITIONS_BEFORE_SUBMIT',
  'BALANCE_NIL',
  'CONDITIONS_BEFORE_ISSUE',
  'NO_OPEN_AMENDMENT',
  'CERTIFICATES_CURRENT',
] as const
export type StepGuard = (typeof stepGuards)[number]

/**
 * Who is notified when a permit enters a status: STAFF and CLIENT get alerts, CLIENT_MESSAGE sends a
 * notification that the client keeps.
 */
export const statusRecipients = ['STAFF', 'CLIENT', 'CLIENT_MESSAGE'] as const

export const StatusKey = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{1,39}$/, 'must be capital letters, digits and _, such as PLAN_CHECK')
const words = (max: number, missing: string) => settingsText(max).refine((text) => text !== '', missing)
/**
 * The Spanish text of a label that an administrator wrote. Empty or absent: the portal's own, where it has
 * one.
 */
const spanishText = (max: number) => settingsText(max).optional()
const days = z.int().min(1).max(3_650).nullable()
const eachOnce = (list: readonly string[]) => new Set(list).size === list.length
const Guards = z.array(z.enum(stepGuards)).refine(eachOnce, 'has a condition twice')

/** One transition out of a status. */
export const StatusStep = z.strictObject({
  to: StatusKey,
  roles: z
    .array(z.enum(roles))
    .min(1, 'must have at least one allowed role')
    .refine(eachOnce, 'has a role twice'),
  /** Guards in addition to those of the target status. */
  guard: Guards.default([]),
  askReason: z.boolean().default(false),
})
export type StatusStep = z.infer<typeof StatusStep>

/**
 * A row of the map in a request. Derived properties (`system`, `terminal`, `locksFields`) are accepted but
 * ignored.
 */
export const StatusRow = z.strictObject({
  key: StatusKey,
  label: words(60, 'the label is missing'),
  clientLabel: words(80, 'the client label is missing'),
  labelEs: spanishText(60),
  clientLabelEs: spanishText(80),
  /** null: a permit keeps its previous stage. */
  stage: z.enum(pipelineStages).nullable(),
  bucket: z.enum(buckets),
  court: z.enum(courts),
  colour: z.enum(colourTokens).default('grey'),
  icon: z.enum(symbols).default('circle'),
  order: z.int().min(0).max(1_000).optional(),
  /** Maximum days in this status, and days without verification after which a permit is stale. */
  slaDays: days.default(null),
  staleAfterDays: days.default(null),
  /** Guards for entering this status from any other status. */
  requires: Guards.default([]),
  notify: z
    .array(z.enum(statusRecipients))
    .refine(eachOnce, 'has a recipient twice')
    .default(['STAFF', 'CLIENT']),
  next: z.array(StatusStep).max(60),
  system: z.boolean().optional(),
  terminal: z.boolean().optional(),
  locksFields: z.boolean().optional(),
})
export type StatusRow = z.infer<typeof StatusRow>

/** One permit status: its labels, stage, court and transitions. Source: domain.md 2. */
export interface PermitStatus extends Omit<StatusRow, 'order' | 'system' | 'terminal' | 'locksFields'> {
  order: number
  /** Whether rules depend on it. A system status can be renamed but not removed. */
  system: boolean
  /** Whether it has no transitions. */
  terminal: boolean
  /** Whether the fields of a permit in this status are locked. */
  locksFields: boolean
}

/**
 * A published map. `moved` maps removed statuses to their replacements, for held permits that return to one.
 */
export interface StatusMap {
  /** Number of the publication; 0 is the default map. */
  number: number
  statuses: readonly PermitStatus[]
  moved: Readonly<Record<string, string>>
}

const byKey = new WeakMap<StatusMap, ReadonlyMap<string, PermitStatus>>()

/** The status with that key in this map; undefined when there is none. */
export function findStatus(map: StatusMap, key: string): PermitStatus | undefined {
  const known = byKey.get(map) ?? new Map(map.statuses.map((status) => [status.key, status]))
  byKey.set(map, known)
  return known.get(key)
}

/** The status with that key, or its replacement; throws RangeError when the map has neither. */
export function statusIn(map: StatusMap, key: string): PermitStatus {
  const status = findStatus(map, keyNow(map, key))
  if (!status) throw new RangeError(`No permit status is called ${key}`)
  return status
}

/** The key itself, or the key of the status that replaced it. */
export function keyNow(map: StatusMap, key: string): string {
  let now = key
  for (let step = 0; step < 100 && findStatus(map, now) === undefined; step += 1) now = map.moved[now] ?? now
  return now
}

/**
 * Body of PATCH /permit-status-map: the complete draft with the version it is based on. `statuses: null`
 * discards the draft.
 */
export const StatusMapDraft = z.strictObject({
  version: z.int().min(1).max(2_147_483_647),
  statuses: z.array(StatusRow).min(1).max(100).nullable(),
  /** Target statuses for permits in removed statuses. */
  remap: z.record(StatusKey, StatusKey).default({}),
})
export type StatusMapDraft = z.infer<typeof StatusMapDraft>

const note = storableText(500).nullish()
export const PublishBody = z.strictObject({ version: z.int().min(1).max(2_147_483_647), note })
/** `to` is the number of a publication; by default, the previous one. */
export const RevertBody = PublishBody.extend({
  to: z.int().min(0).max(2_147_483_647).optional(),
  remap: z.record(StatusKey, StatusKey).default({}),
})

/** One status in a response. */
const StatusShown = StatusRow.extend({
  order: z.int(),
  system: z.boolean(),
  terminal: z.boolean(),
  locksFields: z.boolean(),
})
const Person = z.object({ pid: z.string(), title: z.string() }).nullable()

/**
 * Response of GET /permit-status-map for all users: the active map, with labels for the role of the caller.
 */
export const StatusMapView = z.object({
  /** Incremented by every draft, publication and revert. */
  version: z.int(),
  /** Number of the active publication. */
  published: z.int(),
  statuses: z.array(StatusShown),
  moved: z.record(z.string(), z.string()),
})
export type StatusMapView = z.infer<typeof StatusMapView>

export const StatusMapChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type StatusMapChange = z.infer<typeof StatusMapChange>

/**
 * Additional data for administrators: the draft, the number of permits per status, and all publications,
 * newest first.
 */
export const StatusMapSettings = StatusMapView.extend({
  draft: z
    .object({
      statuses: z.array(StatusShown),
      remap: z.record(z.string(), z.string()),
      updatedAt: z.string(),
      updatedBy: Person,
      changes: z.array(StatusMapChange),
      /** Permits that publishing would move to another status or stage, by current status. */
      affected: z.array(z.object({ status: z.string(), becomes: z.string(), count: z.int() })),
    })
    .nullable(),
  counts: z.record(z.string(), z.int()),
  versions: z.array(
    z.object({
      number: z.int(),
      at: z.string().nullable(),
      by: Person,
      note: z.string().nullable(),
      revertedTo: z.int().nullable(),
      moved: z.int(),
      /** The status keys of the publication. They show which statuses a revert to it would remove. */
      keys: z.array(z.string()),
      changes: z.array(StatusMapChange),
    }),
  ),
})
export type StatusMapSettings = z.infer<typeof StatusMapSettings>
