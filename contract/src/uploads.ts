import { z } from 'zod'
import { FileRecord, FileVisibility } from './files.ts'

/** Limits and retries of uploads. Source: specification.md 9. */
export const uploadLimits = {
  retries: 3,
  firstDelayMs: 1_000,
  atOnce: 3,
  timeoutPerMegabyteMs: 30_000,
  shortestTimeoutMs: 120_000,
  longestTimeoutMs: 900_000,
  panelClosesAfterMs: 1_000,
} as const

/**
 * Header with the idempotency key of an upload item: a repeated createFile with the same value returns the
 * same file.
 */
export const idempotencyHeader = 'idempotency-key'

/** Message for creating a folder without a name or a parent. Source: specification.md 5. */
export const refreshAndTryAgain = 'Oops! Refresh and try again.'
/** Message of the file store for an expired signed URL, as in S3. */
export const requestHasExpired = 'Request has expired'

const text = z.string().nullish()

/**
 * Body of `POST /api/aws/createFile`. `mimeType: 'folder'` creates a folder; a file without a media type is
 * application/octet-stream. `root` is optional, because the parent determines it. `visibility` can be set by
 * staff and defaults to that of the folder; files of clients are always CLIENT.
 */
export const NewFile = z.strictObject({
  name: text,
  parentId: text,
  size: z.number().nullish(),
  mimeType: text,
  root: text,
  visibility: FileVisibility.optional(),
})
export type NewFile = z.infer<typeof NewFile>

/**
 * Response of createFile: 201, or 200 for a repeated call. `signedUrl` accepts one PUT of exactly `file.size`
 * bytes with the announced Content-Type (default `application/octet-stream`) until `expiresAt`. Folders and
 * files that are already stored have no signed URL.
 */
export const FileMade = z.object({
  success: z.boolean(),
  message: z.string(),
  file: FileRecord,
  signedUrl: z.string().optional(),
  expiresAt: z.string().optional(),
})
export type FileMade = z.infer<typeof FileMade>

/**
 * Body of `PATCH /api/files/{pid}`, for staff: a new name, a new folder (the name of a root or the pid of a
 * folder), or who sees it.
 */
export const FilePatch = z
  .strictObject({
    name: z.string().optional(),
    parentId: z.string().optional(),
    visibility: FileVisibility.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'changes nothing')
export type FilePatch = z.infer<typeof FilePatch>

/**
 * Response of `POST /api/aws/markAsDone?pid=` and `PATCH /api/files/{pid}`: the current state of the file.
 */
export const FileResponse = z.object({ success: z.boolean(), message: z.string(), file: FileRecord })
export type FileResponse = z.infer<typeof FileResponse>

/** Response of `DELETE /api/aws/deleteFile?fileId=`. */
export const FileDeleted = z.object({ success: z.boolean(), message: z.string() })
export type FileDeleted = z.infer<typeof FileDeleted>

/** Maximum number of files and folders that a zip request can list; a folder includes all its contents. */
export const maxZippedAtOnce = 300

/** URL that streams the selected files and folders as a zip. */
export function zipUrl(pids: readonly string[]): string {
  return `/api/files/zip?pids=${pids.map(encodeURIComponent).join(',')}`
}

/** Timeout of one upload: 30 s per MB, at least 2 and at most 15 minutes. Source: specification.md 9. */
export function uploadTimeoutMs(sizeBytes: number): number {
  const { timeoutPerMegabyteMs, shortestTimeoutMs, longestTimeoutMs } = uploadLimits
  return Math.min(
    Math.max((sizeBytes / 1_048_576) * timeoutPerMegabyteMs, shortestTimeoutMs),
    longestTimeoutMs,
  )
}
