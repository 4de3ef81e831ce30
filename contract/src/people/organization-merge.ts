import { z } from 'zod'
import { isWritableField } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import { Reference } from '../ids.ts'
import type { Actor } from '../session.ts'

/** What a merge moves to the surviving organization, as the preview counts it. */
export const mergeParts = [
  'permits',
  'packages',
  'payments',
  'tasks',
  'users',
  'contacts',
  'conditions',
  'notifications',
  'mailLinks',
  'files',
  'folders',
] as const
export type MergePart = (typeof mergeParts)[number]

/** Whose value a field has after the merge. `both` joins two lists. */
export const mergeChoices = ['surviving', 'losing', 'both'] as const
export const MergeChoice = z.enum(mergeChoices)
export type MergeChoice = z.infer<typeof MergeChoice>

/** A field with different values. `choice` is what the merge does unless told otherwise. */
export const MergeField = z.object({
  field: z.string(),
  losing: z.unknown(),
  surviving: z.unknown(),
  choice: MergeChoice,
})
export type MergeField = z.infer<typeof MergeField>

const Organization = Reference.extend({ number: z.string() })

/**
 * Query of `GET /orgs/{pid}/merge`: with `into` the preview of a merge, without it the merge that was made.
 */
export const MergeQuery = z.strictObject({ into: z.string().max(64).optional() })

/** Response of `GET /orgs/{pid}/merge?into=`. A merge with `blockers` is refused. */
export const MergePreview = z.object({
  losing: Organization,
  surviving: Organization,
  moves: z.array(z.object({ part: z.enum(mergeParts), count: z.number() })),
  fields: z.array(MergeField),
  /** Contacts with an address that both have; those of the surviving organization stay. */
  sameContacts: z.number().default(0),
  /** Certificates that both have an open client task for; one of the two tasks stays. */
  sameCertificates: z.number().default(0),
  blockers: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

/** Body of `POST /orgs/{pid}/merge`: the organization of the address is merged into `into`. */
export const MergeBody = z.strictObject({
  into: z.string().max(64),
  fields: z.record(z.string(), MergeChoice).optional(),
})
export type MergeBody = z.infer<typeof MergeBody>

/**
 * Response of `GET /orgs/{pid}/merge`: the merge of a merged organization. It can be undone when `blockers`
 * is empty.
 */
export const MadeMerge = z.object({
  into: Organization,
  mergedAt: z.string(),
  by: Reference.nullable(),
  state: z.enum(['running', 'stopped', 'done', 'undoing']),
  blockers: z.array(z.string()),
})
export type MadeMerge = z.infer<typeof MadeMerge>

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Fields whose value a merge can choose. Added fields have names like `custom.key`. */
export function mergeableFields(declaration: Declaration, actor: Actor): string[] {
  return Object.entries({ ...declaration.fields, ...declaration.added })
    .filter(([name, declared]) => name !== declaration.numberField && isWritableField(declared, actor))
    .map(([name]) => name)
}

/** What a merge does with a field by itself: it keeps the surviving value, and fills an empty one. */
export function usualMergeChoice(losing: unknown, surviving: unknown): MergeChoice {
  if (isEmpty(losing)) return 'surviving'
  if (isEmpty(surviving)) return 'losing'
  return Array.isArray(losing) && Array.isArray(surviving) ? 'both' : 'surviving'
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** The value of a field after the merge. */
export function mergedValue(choice: MergeChoice, losing: unknown, surviving: unknown): unknown {
  if (choice === 'surviving') return surviving
  if (choice === 'losing' || !isList(losing) || !isList(surviving)) return losing
  return [...new Set([...surviving, ...losing])]
}
