import { z } from 'zod'
import { Reference } from './ids.ts'
import { Metadata, largestPage, largestPageSize, longestSearchToken } from './query/calls.ts'

/** So long a deleted record or file can be restored. Source: contract.md 2. */
export const restorableDays = 30
const dayMs = 86_400_000
/**
 * So long staff take back their own deletion of a file; later an administrator restores it. Source: decision
 * 0069.
 */
export const undoDeletionMs = 10 * 60_000

/** The last moment at which something deleted at `deletedAt` can be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableDays * dayMs)
}

/** What the lists of what was deleted are ordered by; a minus in front turns it round. */
export const deletedSorts = ['deletedAt', '-deletedAt', 'name', '-name', 'deletedBy', '-deletedBy'] as const
export type DeletedSort = (typeof deletedSorts)[number]
const Sort = z.enum(deletedSorts, `is none of ${deletedSorts.join(', ')}`)
const SearchToken = z
  .string('is not a text')
  .max(longestSearchToken, `is longer than ${longestSearchToken} characters`)

/** Query of `GET /{collection}/deleted`, for administrators. The newest deletion comes first. */
export const DeletedRecordsQuery = z.strictObject({
  searchToken: SearchToken.optional(),
  sort: Sort.optional(),
  page: z.int().min(1).max(largestPage).optional(),
  pageSize: z.int().min(1).max(largestPageSize).optional(),
  /** For permits: both buckets, as the Search permits page lists them. */
  scope: z.literal('all').optional(),
})

const deletion = {
  pid: z.string(),
  deletedAt: z.string(),
  deletedBy: Reference.nullable(),
  restorableUntil: z.string(),
}

/** A deleted record by its names; `number` is null where it has none besides its title. */
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
 * A deleted file or folder. What was deleted with its folder is not listed beside it. `path` names the
 * folders it lies in, from the top of its root down; `client` is, in `uploads`, whose it is.
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
 * Answer of `GET /api/files/deleted?parentId=`, for administrators: what was deleted in a folder (or a root)
 * and below it.
 */
export const DeletedFiles = z.object({
  success: z.boolean(),
  message: z.string(),
  deleted: z.array(DeletedFile),
  metadata: Metadata,
})
export type DeletedFiles = z.infer<typeof DeletedFiles>
