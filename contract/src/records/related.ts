import { z } from 'zod'
import { defaultColumns, findField } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import { CollectionName } from '../collections/names.ts'
import { Role } from '../roles.ts'
import { LocalDate } from '../time.ts'

/** The related facts of collections for which the columns shown by default are not the right ones. */
const chosenFacts: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
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
}

/**
 * Facts shown for a related record besides title and status, as field names: the first four columns of its
 * table unless it has others. The first fact replaces a title that is only a number. References are excluded,
 * because their visibility depends on the reader.
 */
export function relatedFacts(declaration: Declaration): readonly string[] {
  const isFact = (name: string) =>
    name !== declaration.titleField && findField(declaration, name)?.type !== 'ref'
  return chosenFacts[declaration.name] ?? defaultColumns(declaration).filter(isFact).slice(0, 4)
}

/** For mail: the sender and when it was received or sent. */
export const RelatedMail = z.object({ from: z.string(), at: z.string() })

/**
 * A record that refers to this record or that this record refers to, if the reader may see it. `relation` is
 * the label of the field. Mail about the record is included by subject, with collection `mail`; `path` is
 * where it opens.
 */
export const RelatedRecord = z.object({
  relation: z.string(),
  collection: z.string(),
  pid: z.string(),
  title: z.string(),
  status: z.string().nullable(),
  path: z.string().optional(),
  /** Non-empty values of `relatedFacts`; fields masked for the reader are absent. */
  facts: z.record(z.string(), z.unknown()).optional(),
  mail: RelatedMail.optional(),
})
export type RelatedRecord = z.infer<typeof RelatedRecord>
export const RelatedRecords = z.object({ related: z.array(RelatedRecord) })

/** Response of `GET /{collection}/{pid}/counts`: the counts shown on the tabs of a record, by tab name. */
export const TabCounts = z.object({ counts: z.record(z.string(), z.int().nonnegative()) })
export type TabCounts = z.infer<typeof TabCounts>

/** Query of `GET /{collection}/lookup`: records that a reference field can be set to. */
export const LookupQuery = z.strictObject({
  searchToken: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).optional(),
  /** For people: only active staff, as required by fields that assign staff work. */
  staff: z.literal(true).optional(),
  /**
   * Returns only these records, including ones that can no longer be selected, for records that already refer
   * to them.
   */
  pids: z.array(z.string().max(64)).min(1).max(200).optional(),
})
/** `role` is present for people, and the days of an absence where one was entered. */
export const LookupOption = z.object({
  pid: z.string(),
  title: z.string(),
  hint: z.string(),
  role: Role.optional().catch(undefined),
  /** First and last day of a person's absence. */
  awayFrom: LocalDate.optional(),
  awayUntil: LocalDate.optional(),
})
export type LookupOption = z.infer<typeof LookupOption>
export const LookupOptions = z.object({ options: z.array(LookupOption) })

/** Query of `GET /search` across all collections visible to the viewer, best match first. */
export const SearchEverythingQuery = z.strictObject({
  searchToken: z.string().max(200),
  limit: z.int().min(1).max(50).optional(),
})
/** `number` is the number of the record when it differs from the title. */
export const SearchHit = z.object({
  collection: CollectionName,
  pid: z.string(),
  number: z.string().nullable().default(null),
  title: z.string(),
  status: z.string().nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>
export const SearchHits = z.object({ hits: z.array(SearchHit) })
