import { z } from 'zod'
import { colourTokens, symbols } from '../collections/field.ts'
import { keptText } from '../query/values.ts'
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

/** What a step may ask to be true of a permit before it is taken. */
export const stepGuards = [
  'PACKAGE_READY',
  'NO_BLOCKING_TASK',
  'CONDITIONS_BEFORE_SUBMIT',
  'BALANCE_NIL',
  'CONDITIONS_BEFORE_ISSUE',
  'NO_OPEN_AMENDMENT',
] as const
export type StepGuard = (typeof stepGuards)[number]

/**
 * Who is told of a permit that comes to a status: staff who look after it, people of its client, and a
 * message its client keeps.
 */
export const toldOfStatus = ['STAFF', 'CLIENT', 'CLIENT_MESSAGE'] as const

export const StatusKey = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{1,39}$/, 'is no key of a status: capitals, digits and _, such as PLAN_CHECK')
const words = (most: number, missing: string) => keptText(most).refine((text) => text !== '', missing)
/** The Spanish text of a label that an administrator wrote. Empty or absent: the portal's own, where it has one. */
const spanishText = (most: number) => keptText(most).optional()
const days = z.int().min(1).max(3_650).nullable()
const eachOnce = (list: readonly string[]) => new Set(list).size === list.length
const Guards = z.array(z.enum(stepGuards)).refine(eachOnce, 'names a guard twice')

/** One way out of a status. */
export const StatusStep = z.strictObject({
  to: StatusKey,
  roles: z
    .array(z.enum(roles))
    .min(1, 'names nobody who may take this step')
    .refine(eachOnce, 'names a role twice'),
  /** What must be true besides what the status it leads to requires. */
  guard: Guards.default([]),
  askReason: z.boolean().default(false),
})
export type StatusStep = z.infer<typeof StatusStep>

/**
 * A row of the map as it is written. What follows from the others (`system`, `terminal`, `locksFields`) may
 * be sent back and is not taken.
 */
export const StatusRow = z.strictObject({
  key: StatusKey,
  label: words(60, 'the label is missing'),
  clientLabel: words(80, 'the client wording is missing'),
  labelEs: spanishText(60),
  clientLabelEs: spanishText(80),
  /** Null: a permit keeps the stage it had. */
  stage: z.enum(pipelineStages).nullable(),
  bucket: z.enum(buckets),
  court: z.enum(courts),
  colour: z.enum(colourTokens).default('grey'),
  icon: z.enum(symbols).default('circle'),
  order: z.int().min(0).max(1_000).optional(),
  /** Days a permit should be in it at most, and days after which nobody has looked. */
  slaDays: days.default(null),
  staleAfterDays: days.default(null),
  /** What must be true of a permit before it comes here, from wherever. */
  requires: Guards.default([]),
  notify: z.array(z.enum(toldOfStatus)).refine(eachOnce, 'names somebody twice').default(['STAFF', 'CLIENT']),
  next: z.array(StatusStep).max(60),
  system: z.boolean().optional(),
  terminal: z.boolean().optional(),
  locksFields: z.boolean().optional(),
})
export type StatusRow = z.infer<typeof StatusRow>

/**
 * One state of a permit: what it is called, where it stands, whose turn it is and what it leads to. Source:
 * domain.md 2.
 */
export interface PermitStatus extends Omit<StatusRow, 'order' | 'system' | 'terminal' | 'locksFields'> {
  order: number
  /** Rules hang on it: it can be renamed, and cannot go. */
  system: boolean
  /** Nothing leads out of it. */
  terminal: boolean
  /** Data of a permit in it are kept as decided. */
  locksFields: boolean
}

/**
 * A published map. `moved` tells what became of statuses that are gone, for permits on hold that are to
 * return to one.
 */
export interface StatusMap {
  /** Number of the publication; 0 is the map a portal starts with. */
  number: number
  statuses: readonly PermitStatus[]
  moved: Readonly<Record<string, string>>
}

const byKey = new WeakMap<StatusMap, ReadonlyMap<string, PermitStatus>>()

/** The status of that key in this map; undefined when it has none. */
export function findStatus(map: StatusMap, key: string): PermitStatus | undefined {
  const known = byKey.get(map) ?? new Map(map.statuses.map((status) => [status.key, status]))
  byKey.set(map, known)
  return known.get(key)
}

/** The status of that key in this map, or what it became when it went; throws when the map knows neither. */
export function statusIn(map: StatusMap, key: string): PermitStatus {
  const status = findStatus(map, keyNow(map, key))
  if (!status) throw new RangeError(`No permit status is called ${key}`)
  return status
}

/** The key itself, or that of the status it became. */
export function keyNow(map: StatusMap, key: string): string {
  let now = key
  for (let step = 0; step < 100 && findStatus(map, now) === undefined; step += 1) now = map.moved[now] ?? now
  return now
}

/**
 * Body of PATCH /permit-status-map: the whole draft with the version it was made from; `statuses: null`
 * throws the draft away.
 */
export const StatusMapDraft = z.strictObject({
  version: z.int().min(1).max(2_147_483_647),
  statuses: z.array(StatusRow).min(1).max(100).nullable(),
  /** Where permits go whose status is no more. */
  remap: z.record(StatusKey, StatusKey).default({}),
})
export type StatusMapDraft = z.infer<typeof StatusMapDraft>

const note = keptText(500).nullish()
export const PublishBody = z.strictObject({ version: z.int().min(1).max(2_147_483_647), note })
/** `to` is the number of a publication, the one before the present where absent. */
export const RevertBody = PublishBody.extend({
  to: z.int().min(0).max(2_147_483_647).optional(),
  remap: z.record(StatusKey, StatusKey).default({}),
})

/** One status as screens read it. */
const StatusShown = StatusRow.extend({
  order: z.int(),
  system: z.boolean(),
  terminal: z.boolean(),
  locksFields: z.boolean(),
})
const Person = z.object({ pid: z.string(), title: z.string() }).nullable()

/** Answer of /permit-status-map to everybody: the map in force, in the words of whoever asks. */
export const StatusMapView = z.object({
  /** Raised by every draft, publication and revert. */
  version: z.int(),
  /** Number of the publication in force. */
  published: z.int(),
  statuses: z.array(StatusShown),
  moved: z.record(z.string(), z.string()),
})
export type StatusMapView = z.infer<typeof StatusMapView>

export const StatusMapChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type StatusMapChange = z.infer<typeof StatusMapChange>

/**
 * What administrators read besides: the draft, how many permits stand in each status, and every publication,
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
      /** Permits that publishing would move or place anew, by the status they stand in. */
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
      /** The statuses it has: what a return to it would take out of the map in force shows by them. */
      keys: z.array(z.string()),
      changes: z.array(StatusMapChange),
    }),
  ),
})
export type StatusMapSettings = z.infer<typeof StatusMapSettings>
