import { z } from 'zod'
import { CollectionName } from '../collections/names.ts'

/** How records find their new assignee: each to who has least open work, or to who knows the agency best. */
export const handoverRules = ['LEAST_LOADED', 'BY_AGENCY'] as const
export type HandoverRule = (typeof handoverRules)[number]

const target = {
  /** The person who gets everything. */
  to: z.string().min(1).max(64).optional(),
  rule: z.enum(handoverRules).optional(),
}
const hasOneTarget = (body: { to?: unknown; rule?: unknown }) =>
  (body.to === undefined) !== (body.rule === undefined)
const oneTarget = 'names either a person or a rule'

/** Query of `GET /users/{pid}/handover`: the preview. Without a target, it is the open work alone. */
export const HandoverQuery = z.strictObject(target)
/**
 * Body of `POST /users/{pid}/handover`. With `thenDisable` the account is disabled once no open work is left.
 */
export const HandoverBody = z
  .strictObject({ ...target, thenDisable: z.boolean().optional() })
  .refine(hasOneTarget, oneTarget)
export type HandoverBody = z.infer<typeof HandoverBody>

const Person = z.object({ pid: z.string(), title: z.string() })

/** The number of records that a preview lists. */
export const maxHandoverListed = 200

/** Response of `GET /users/{pid}/handover`. */
export const HandoverPreview = z.object({
  total: z.number(),
  /** The numbers of records by collection. */
  counts: z.array(z.object({ collection: CollectionName, count: z.number() })),
  /** Who gets how many, most first. */
  recipients: z.array(z.object({ person: Person, count: z.number() })),
  /** The first records. */
  records: z.array(
    z.object({ collection: CollectionName, pid: z.string(), title: z.string(), to: Person.nullable() }),
  ),
})
export type HandoverPreview = z.infer<typeof HandoverPreview>

/** Result of the job. `left` is the open work that the person still has. */
export const HandoverResult = z.object({
  updated: z.number(),
  failed: z.array(z.object({ pid: z.string(), reason: z.string() })),
  left: z.number().optional(),
  disabled: z.boolean().optional(),
  /** Why the account was not disabled although nothing is left. */
  refusal: z.string().optional(),
})
export type HandoverResult = z.infer<typeof HandoverResult>
