import { z } from 'zod'
import { Reference } from '../ids.ts'
import { conditionKinds, conditionSeverities } from '../permits/conditions.ts'
import { filledSettingsText, filledText, storableText } from '../query/values.ts'
import { FeeAmount } from './fee-amounts.ts'
import { RuleCondition, meetsRule } from './rule-condition.ts'
import { LocalDate } from '../time.ts'

const Code = z
  .string('is not a code')
  .regex(/^[A-Z][A-Z0-9_]{0,59}$/, 'may only have letters, digits and underscores')

const DocumentCodes = z.array(Code).max(50)

/** A condition that permits or clients can be given. */
export const LibraryCondition = z.strictObject({
  code: Code,
  text: filledSettingsText(2_000),
  kind: z.enum(conditionKinds),
  severity: z.enum(conditionSeverities),
})
export type LibraryCondition = z.infer<typeof LibraryCondition>

/**
 * What an authority asks for a type of permit. A rule without an authority applies to every authority, one
 * without a permit type to every type. A permit has to meet all rules that apply to it together.
 */
export const RequirementRule = z.strictObject({
  /** Short code of the authority, so that offices can share their rules. */
  authority: Code.nullable(),
  permitType: Code.nullable(),
  /** Document types of a package: those it needs, and those it may have. */
  required: DocumentCodes,
  optional: DocumentCodes,
  /** Codes of conditions that can be added to a permit. */
  conditions: z.array(Code).max(100),
  /** Codes of the fees that are offered. */
  fees: z.array(Code).max(50),
  /** The permits that the rule is for; absent: all of this authority and type. */
  when: RuleCondition.optional(),
  /** How much fees are. Of several rules that name a fee, the most particular one counts. */
  amounts: z.array(FeeAmount).max(50).optional(),
  /** Departments of the authority that review. */
  departments: z.array(filledSettingsText(100)).max(30).optional(),
  /**
   * Working days that the authority states for its decision after a submission. The most particular counts.
   */
  expectedDays: z.int().min(1).max(1_000).optional(),
})
export type RequirementRule = z.infer<typeof RequirementRule>

/** The requirements of an office: one version of them, always whole. */
export const Requirements = z.strictObject({
  rules: z.array(RequirementRule).max(500),
  conditions: z.array(LibraryCondition).max(500),
  /** Codes of the conditions that a client meets once for all of its permits. */
  clientConditions: z.array(Code).max(100),
})
export type Requirements = z.infer<typeof Requirements>

/**
 * What decides which rules apply: the permit type, every code of the authority, and whether the permit meets
 * the condition of a rule.
 */
export interface RequirementCase {
  permitType: string | null
  authorityCodes: readonly string[]
  meets: (condition: RuleCondition) => boolean
}

/** What decides which rules apply to a permit with these values, `custom.<key>` included. */
export const requirementCase = (
  values: Readonly<Record<string, unknown>> & { permitType: string | null },
  authorityCodes: readonly string[],
): RequirementCase => ({
  permitType: values.permitType,
  authorityCodes,
  meets: (condition) => meetsRule(condition, (name) => values[name]),
})

/** The requirements of one permit. */
export interface PermitRequirements {
  required: readonly string[]
  optional: readonly string[]
  conditions: readonly LibraryCondition[]
  fees: readonly string[]
  amounts: readonly FeeAmount[]
  departments: readonly string[]
  expectedDays: number | null
}

const isFor = ({ authority, permitType, when }: RequirementRule, asked: RequirementCase): boolean =>
  (authority === null || asked.authorityCodes.includes(authority)) &&
  (permitType === null || permitType === asked.permitType) &&
  (when === undefined || asked.meets(when))

/** Conditions by their codes, in that order; codes without a condition are left out. */
const conditionsBy = (codes: readonly string[], conditions: readonly LibraryCondition[]) =>
  codes.flatMap((code) => conditions.find((condition) => condition.code === code) ?? [])

/**
 * What a permit needs: all rules that apply to it, those for every authority and type first, then those of
 * its type, then those of its authority, and of two for the same the one with a condition last. Each
 * document, condition, fee and department is listed once. A document that one rule requires is not optional.
 */
export function requirementsOf(
  { rules, conditions }: Requirements,
  asked: RequirementCase,
): PermitRequirements {
  const rank = ({ authority, permitType, when }: RequirementRule) =>
    (authority === null ? 0 : 4) + (permitType === null ? 0 : 2) + (when === undefined ? 0 : 1)
  const own = rules.filter((rule) => isFor(rule, asked)).toSorted((a, other) => rank(a) - rank(other))
  const all = (listOf: (rule: RequirementRule) => readonly string[]) => [...new Set(own.flatMap(listOf))]
  const required = all((rule) => rule.required)
  return {
    required,
    optional: all((rule) => rule.optional).filter((each) => !required.includes(each)),
    conditions: conditionsBy(
      all((rule) => rule.conditions),
      conditions,
    ),
    fees: all((rule) => rule.fees),
    amounts: [
      ...new Map(
        own.flatMap(({ amounts = [] }) => amounts.map((amount) => [amount.fee, amount] as const)),
      ).values(),
    ],
    departments: all(({ departments = [] }) => departments),
    expectedDays: own.findLast(({ expectedDays }) => expectedDays !== undefined)?.expectedDays ?? null,
  }
}

/** The conditions that clients can be given. */
export const clientConditionsOf = ({ clientConditions, conditions }: Requirements) =>
  conditionsBy(clientConditions, conditions)

/** Name and version of the file format, so that another program knows what it reads. */
export const requirementsFormat = 'permit-portal/requirements/1'

/** An agency as a file of requirements carries it, for offices that do not have it yet. */
export const FileAuthority = z.strictObject({
  name: filledText(500),
  shortCode: Code,
  region: storableText(500).nullish(),
  portalLink: storableText(1_000).nullish(),
})
export type FileAuthority = z.infer<typeof FileAuthority>

/** A file with the requirements of an office and the agencies that they name. */
export const RequirementsFile = z.strictObject({
  format: z.literal(requirementsFormat),
  authorities: z.array(FileAuthority).max(500),
  requirements: Requirements,
})
export type RequirementsFile = z.infer<typeof RequirementsFile>

const Version = z.int().min(1).max(2_147_483_647)

/** Body of PATCH /requirements: the whole draft with the version it is based on; null discards the draft. */
export const RequirementsDraft = z.strictObject({ version: Version, requirements: Requirements.nullable() })

const note = storableText(500).nullish()
/** A publication may be scheduled for at most this many days ahead. */
export const maxScheduledDays = 731
/** So many publications may be scheduled at once. */
export const maxScheduled = 20

/**
 * Body of POST /requirements/publish. `from` is the day, in the time zone of the office, with which it comes
 * into force; today or absent is at once.
 */
export const PublishRequirements = z.strictObject({ version: Version, note, from: LocalDate.nullish() })
/** `to` is the number of an earlier publication. */
export const RevertRequirements = z.strictObject({
  version: Version,
  note,
  to: z.int().min(0).max(2_147_483_647),
})
/**
 * Body of POST /requirements/withdraw: a scheduled publication, or one that could not come into force,
 * becomes the draft again. If there is a draft, `draft` says which of the two is kept.
 */
export const WithdrawRequirements = z.strictObject({
  version: Version,
  id: z.int().min(1).max(2_147_483_647),
  draft: z.enum(['keep', 'replace']).optional(),
})

/** Response of GET /requirements for staff: the requirements in force. */
export const RequirementsView = z.object({
  /** Raised by every draft, publication and revert. */
  version: z.int(),
  /** Number of the publication in force; 0 is what a new portal begins with. */
  published: z.int(),
  requirements: Requirements,
})
export type RequirementsView = z.infer<typeof RequirementsView>

/** A rule or condition that differs between two versions; null where a version does not have it. */
export const RequirementChange = z.discriminatedUnion('part', [
  z.object({
    part: z.literal('rule'),
    from: RequirementRule.nullable(),
    to: RequirementRule.nullable(),
  }),
  z.object({
    part: z.literal('condition'),
    from: LibraryCondition.nullable(),
    to: LibraryCondition.nullable(),
  }),
  z.object({ part: z.literal('clientConditions'), from: z.array(z.string()), to: z.array(z.string()) }),
])
export type RequirementChange = z.infer<typeof RequirementChange>

/** Whether a document has to be, or may be, part of a package; null when it is not asked for. */
const DocumentNeed = z.enum(['REQUIRED', 'OPTIONAL']).nullable()
export type DocumentNeed = z.infer<typeof DocumentNeed>

/** What differs for one permit between two versions of the requirements. */
export const RequirementDifferences = z.object({
  documents: z.array(z.object({ documentType: z.string(), from: DocumentNeed, to: DocumentNeed })),
  /** `text` is that of the later version, or of the former one for a condition that is no longer there. */
  conditions: z.array(
    z.object({ code: z.string(), change: z.enum(['added', 'dropped', 'changed']), text: z.string() }),
  ),
  /** `changed` are fees of both versions whose amount is computed in another way. */
  fees: z.object({
    added: z.array(z.string()),
    dropped: z.array(z.string()),
    changed: z.array(z.string()).optional(),
  }),
  departments: z.object({ added: z.array(z.string()), dropped: z.array(z.string()) }).optional(),
  /** Absent when it does not differ. */
  expectedDays: z.object({ from: z.int().nullable(), to: z.int().nullable() }).optional(),
})
export type RequirementDifferences = z.infer<typeof RequirementDifferences>

/** Open permits of one authority and type for which a draft asks something else than they began with. */
export const AffectedPermits = z.object({
  authority: Reference.nullable(),
  permitType: z.string().nullable(),
  count: z.int(),
  /** Codes of documents that would be required as well, and of those no longer required. */
  more: z.array(z.string()),
  less: z.array(z.string()),
  /** Do conditions or fees differ? */
  isOtherwiseChanged: z.boolean(),
  /** All of it; servers of the last release do not send it. */
  differences: RequirementDifferences.optional(),
})
export type AffectedPermits = z.infer<typeof AffectedPermits>

/** A publication that comes into force on a later day, or that could not on its day. */
export const ScheduledRequirements = z.object({
  id: z.int(),
  /** The day with which it comes into force, in the time zone of the office. */
  from: z.string(),
  scheduledAt: z.string(),
  by: Reference.nullable(),
  note: z.string().nullable(),
  requirements: Requirements,
  /** The differences to what is in force until then: an earlier scheduled one, else the version in force. */
  changes: z.array(RequirementChange),
  /** Open permits for which it asks something else than the version they began with. */
  affected: z.array(AffectedPermits),
  /** Why it cannot be used, in the language of the viewer; empty if it can. */
  problems: z.array(z.string()),
  /** Its day came and it could not be used: the version before it stayed in force. */
  isRefused: z.boolean(),
})
export type ScheduledRequirements = z.infer<typeof ScheduledRequirements>

/**
 * Also for administrators: the draft, what it changes for open permits, and all publications, newest first.
 */
export const RequirementsSettings = RequirementsView.extend({
  draft: z
    .object({
      requirements: Requirements,
      updatedAt: z.string(),
      updatedBy: Reference.nullable(),
      changes: z.array(RequirementChange),
      affected: z.array(AffectedPermits),
    })
    .nullable(),
  /** Number of open permits. */
  openPermits: z.int(),
  /** In the order in which they come into force; servers of the last release do not send them. */
  scheduled: z.array(ScheduledRequirements).optional(),
  /** Today in the time zone of the office; servers of the last release do not send it. */
  today: z.string().optional(),
  versions: z.array(
    z.object({
      number: z.int(),
      at: z.string().nullable(),
      by: Reference.nullable(),
      note: z.string().nullable(),
      revertedTo: z.int().nullable(),
      changes: z.array(RequirementChange),
      /** Open permits that began with this version and keep it. */
      openPermits: z.int(),
    }),
  ),
})
export type RequirementsSettings = z.infer<typeof RequirementsSettings>

/** Response of GET /permits/{pid}/requirements: those of the version with which the permit began. */
export const RequirementsOfPermit = z.object({
  number: z.int(),
  /** Number of the version in force, and whether it asks something else of this permit. */
  inForce: z.object({ number: z.int(), isOther: z.boolean() }).optional(),
  required: z.array(z.string()),
  optional: z.array(z.string()),
  conditions: z.array(LibraryCondition),
  fees: z.array(z.string()),
  /**
   * How much fees are for this permit, in the smallest unit of the currency. `amount` is null while the field
   * `by` has no value. Servers of the last release do not send this and what follows.
   */
  amounts: z
    .array(
      z.object({
        fee: z.string(),
        amount: z.int().nullable(),
        by: z.string().nullable(),
        /** Sum of the fees of this code that the permit was charged, drafts and void ones aside. */
        charged: z.int().optional(),
      }),
    )
    .optional(),
  departments: z.array(z.string()).optional(),
  expectedDays: z.int().nullable().optional(),
})
export type RequirementsOfPermit = z.infer<typeof RequirementsOfPermit>
