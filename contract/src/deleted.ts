import { z } from 'zod'
import { Reference } from './ids.ts'
import { Metadata, maxPage, maxPageSize, maxSearchTokenLength } from './query/calls.ts'

/** How many days a deleted record or file can be restored. Source: contract.md 2. */
export const restorableDays = 30
const dayMs = 86_400_000
/**
 * How long staff can undo their own deletion of a file. After that, only an administrator can restore it.
 * Source: decision 0069.
 */
export const undoDeletionMs = 10 * 60_000

/** The time until which something deleted at `deletedAt` can be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableDays * dayMs)
}

/** Sort keys of the lists of deleted records and files; a leading minus reverses the order. */
export const deletedSorts = ['deletedAt', '-deletedAt', 'name', '-name', 'deletedBy', '-deletedBy'] as const
export type DeletedSort = (typeof deletedSorts)[number]
const Sort = z.enum(deletedSorts, `must be one of ${deletedSorts.join(', ')}`)
const SearchToken = z
  .string('is not a text')
  .max(maxSearchTokenLength, `is longer than ${maxSearchTokenLength} characters`)

/** Query of `GET /{collection}/deleted`, for administrators. The latest deletion comes first by default. */
export const DeletedRecordsQuery = z.strictObject({
  searchToken: SearchToken.optional(),
  sort: Sort.optional(),
  page: z.int().min(1).max(maxPage).optional(),
  pageSize: z.int().min(1).max(maxPageSize).optional(),
  /** For permits: include both buckets, as the Search permits page does. */
  scope: z.literal('all').optional(),
})

const deletion = {
  pid: z.string(),
  deletedAt: z.string(),
  deletedBy: Reference.nullable(),
  restorableUntil: z.string(),
}

/** A deleted record. `number` is null when the record has no number besides its title. */
export const DeletedRecord = z.object({
  ...deletion,
  number: z.string().nullable(),
  title: z.string(),
  client: z.string().nullable(),
})
export type DeletedRecord = z.infer<typeof DeletedRecord>

export const DeletedRecords = z.object({ deleted: z.array(DeletedRecord), metadata: Metadata })
export type DeletedRecords = z.infer<typeof DeletedRecords>

/**
 * A deleted file or folder. The contents of a deleted folder are not listed separately. `path` contains the
 * names of its parent folders, starting below the root. `client` is the owner of a file in `uploads`.
 */
export const DeletedFile = z.object({
  ...deletion,
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  root: z.string(),
  path: z.array(z.string()),
  client: z.string().nullable(),
})
export type DeletedFile = z.infer<typeof DeletedFile>

/**
 * Response of `GET /api/files/deleted?parentId=`, for administrators: everything deleted in or below a folder
 * or root.
 */
export const DeletedFiles = z.object({
  success: z.boolean(),
  message: z.string(),
  deleted: z.array(DeletedFile),
  metadata: Metadata,
})
export type DeletedFiles = z.infer<typeof DeletedFiles>
