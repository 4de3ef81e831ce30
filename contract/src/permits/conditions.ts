import { z } from 'zod'
import { storableText } from '../query/values.ts'
import { isAdministrator, isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'
import { LocalDate } from '../time.ts'

export const conditionKinds = ['PRIOR_TO_SUBMIT', 'PRIOR_TO_ISSUE', 'DURING', 'POST'] as const
/** Severity of a condition. NOTICE blocks nothing; REQUIRED and HOLD must be met or waived in time. */
export const conditionSeverities = ['NOTICE', 'REQUIRED', 'HOLD'] as const
export const conditionStates = ['OPEN', 'MET', 'WAIVED'] as const

/** Owner of a condition: one permit, or an organization and thus all of its permits. */
export type ConditionOwner = 'permits' | 'orgs'

/**
 * Whether this person may add and settle conditions there. Staff manage those of permits, administrators
 * those of organizations.
 */
export function canManageConditions(owner: ConditionOwner, { role }: Pick<Actor, 'role'>): boolean {
  return owner === 'orgs' ? isAdministrator(role) : isStaff(role)
}

/** A condition of a permit or an organization. */
export const Condition = z.object({
  pid: z.string(),
  version: z.int(),
  code: z.string().nullable(),
  text: z.string(),
  kind: z.enum(conditionKinds),
  severity: z.enum(conditionSeverities),
  status: z.enum(conditionStates),
  dueDate: z.string().nullable(),
  evidence: z.string().nullable(),
  reason: z.string().nullable(),
  settledAt: z.string().nullable(),
  settledBy: z.object({ pid: z.string(), title: z.string() }).nullable(),
  /** The organization that owns it; null for a condition of a permit. */
  organization: z.object({ pid: z.string(), title: z.string() }).nullable(),
})
export type Condition = z.infer<typeof Condition>

/**
 * Response of `GET /permits/{pid}/conditions` (its own conditions, then those of its organization, which can
 * only be settled there) and of `GET /orgs/{pid}/conditions`. `library` contains the conditions that can
 * still be added, for those who may add them.
 */
export const Conditions = z.object({
  conditions: z.array(Condition),
  library: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      kind: z.enum(conditionKinds),
      severity: z.enum(conditionSeverities),
    }),
  ),
})
export type Conditions = z.infer<typeof Conditions>

/**
 * Body of `POST /{permits|orgs}/{pid}/conditions`: a library condition by its code, or a custom one. Answers
 * 201 with the body of GET.
 */
export const NewCondition = z.union([
  z.strictObject({ code: z.string().min(1).max(60), dueDate: LocalDate.nullish() }),
  z.strictObject({
    text: storableText(2_000),
    kind: z.enum(conditionKinds),
    severity: z.enum(conditionSeverities),
    dueDate: LocalDate.nullish(),
  }),
])

/**
 * Body of `PATCH /{permits|orgs}/{pid}/conditions/{condition}`: met (with a file as evidence), waived by an
 * administrator with a reason, or open again.
 */
export const ConditionStep = z.strictObject({
  status: z.enum(conditionStates),
  evidence: z.string().min(1).max(64).nullish(),
  reason: storableText(1_000).nullish(),
})
