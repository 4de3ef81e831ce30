import { z } from 'zod'
import { CollectionName } from '../collections/names.ts'
import { Role } from '../roles.ts'

/**
 * What a related record says of itself beside its title and status, by collection: names of its fields, the
 * first one in place of a title that is only a number. References are left out: whom they name depends on who
 * reads.
 */
export const relatedFacts: Readonly<Record<CollectionName, readonly string[]>> = {
  permits: ['refNo', 'permitType', 'targetDate'],
  processed: ['refNo', 'authorityNumber', 'issuedDate', 'expiryDate'],
  tasks: ['refNo', 'taskType', 'dueDate'],
  ctasks: ['refNo', 'taskType', 'dueDate'],
  payments: ['description', 'refNo', 'kind', 'feeCode', 'total', 'dueDate'],
  notifications: ['subject', 'refNo', 'kind', 'sentAt'],
  rts: ['refNo', 'cycleNo', 'kind', 'submitBy', 'submittedAt'],
  orgs: ['orgNo', 'phone', 'email'],
  users: ['title', 'email'],
  alerts: ['message'],
  contacts: ['role', 'company', 'phone', 'email'],
}

/** Of mail: who wrote it and when it came or went. */
export const RelatedMail = z.object({ from: z.string(), at: z.string() })

/**
 * A record that refers to this one or that this one refers to; only what the reader may see. `relation` is
 * the field's label. Mail about the record stands here too, by its subject, as collection `mail`; `path` is
 * where it is opened.
 */
export const RelatedRecord = z.object({
  relation: z.string(),
  collection: z.string(),
  pid: z.string(),
  title: z.string(),
  status: z.string().nullable(),
  path: z.string().optional(),
  /** Values of `relatedFacts` that are not empty; those masked for the reader are absent. */
  facts: z.record(z.string(), z.unknown()).optional(),
  mail: RelatedMail.optional(),
})
export type RelatedRecord = z.infer<typeof RelatedRecord>
export const RelatedRecords = z.object({ related: z.array(RelatedRecord) })

/**
 * `GET /{collection}/{pid}/counts`: how many there are in the tabs of a record that count something, by the
 * tab's name.
 */
export const TabCounts = z.object({ counts: z.record(z.string(), z.int().nonnegative()) })
export type TabCounts = z.infer<typeof TabCounts>

/** `GET /{collection}/lookup`: records a reference field may be set to. */
export const LookupQuery = z.strictObject({
  searchToken: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).optional(),
  /** Of people: those a field of staff work takes, active staff alone. */
  staff: z.literal(true).optional(),
  /** These records alone, those no longer on offer among them: what records that name them by pid show. */
  pids: z.array(z.string().max(64)).min(1).max(200).optional(),
})
/** `role` is that of a person. */
export const LookupOption = z.object({
  pid: z.string(),
  title: z.string(),
  hint: z.string(),
  role: Role.optional().catch(undefined),
})
export type LookupOption = z.infer<typeof LookupOption>
export const LookupOptions = z.object({ options: z.array(LookupOption) })

/** `GET /search` over all collections the viewer may see, best match first. */
export const SearchEverythingQuery = z.strictObject({
  searchToken: z.string().max(200),
  limit: z.int().min(1).max(50).optional(),
})
/** `number` is the record's number where its title says something else. */
export const SearchHit = z.object({
  collection: CollectionName,
  pid: z.string(),
  number: z.string().nullable().default(null),
  title: z.string(),
  status: z.string().nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>
export const SearchHits = z.object({ hits: z.array(SearchHit) })
