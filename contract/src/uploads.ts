import { z } from 'zod'
import { FileRecord, FileVisibility } from './files.ts'

/** How uploads are tried. Source: specification.md 9. */
export const uploadLimits = {
  retries: 3,
  firstDelayMs: 1_000,
  atOnce: 3,
  timeoutPerMegabyteMs: 30_000,
  shortestTimeoutMs: 120_000,
  longestTimeoutMs: 900_000,
  panelClosesAfterMs: 1_000,
} as const

/** Header that names one upload item: a repeated createFile with the same value answers the same file. */
export const idempotencyHeader = 'idempotency-key'

/** Said where a folder is made without a name or a parent. Source: specification.md 5. */
export const refreshAndTryAgain = 'Oops! Refresh and try again.'
/** Said by the store of an address that was signed too long ago, as S3 says it. */
export const requestHasExpired = 'Request has expired'

const text = z.string().nullish()

/**
 * Body of `POST /api/aws/createFile`. `mimeType: 'folder'` makes a folder; a file without a media type is
 * application/octet-stream.
 * `root` may be left out, the parent tells it. `visibility` is staff's to choose: absent = as the folder it
 * lies in; a client's is CLIENT.
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
 * Answer of createFile, 201 (200 for a repeat). `signedUrl` takes one PUT of exactly `file.size` bytes with
 * the Content-Type that was announced (`application/octet-stream` where none was), until `expiresAt`; folders
 * and files already stored have none.
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
 * Body of `PATCH /api/files/{pid}`, for staff: another name, another folder (a root's name or a folder's
 * pid), who sees it.
 */
export const FilePatch = z
  .strictObject({
    name: z.string().optional(),
    parentId: z.string().optional(),
    visibility: FileVisibility.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), 'changes nothing')
export type FilePatch = z.infer<typeof FilePatch>

/** Answer of `POST /api/aws/markAsDone?pid=` and `PATCH /api/files/{pid}`: the file as it now is. */
export const FileAnswer = z.object({ success: z.boolean(), message: z.string(), file: FileRecord })
export type FileAnswer = z.infer<typeof FileAnswer>

/** Answer of `DELETE /api/aws/deleteFile?fileId=`. */
export const FileDeleted = z.object({ success: z.boolean(), message: z.string() })
export type FileDeleted = z.infer<typeof FileDeleted>

/** Most files and folders one zip is asked for by name; a folder brings all it holds. */
export const mostZippedAtOnce = 300

/** Where a selection of files and folders is read as one zip, streamed. */
export function zipUrl(pids: readonly string[]): string {
  return `/api/files/zip?pids=${pids.map(encodeURIComponent).join(',')}`
}

/**
 * How long one upload may take: 30 s per MB, at least 2 and at most 15 minutes. Source: specification.md 9.
 */
export function uploadTimeoutMs(sizeBytes: number): number {
  const { timeoutPerMegabyteMs, shortestTimeoutMs, longestTimeoutMs } = uploadLimits
  return Math.min(
    Math.max((sizeBytes / 1_048_576) * timeoutPerMegabyteMs, shortestTimeoutMs),
    longestTimeoutMs,
  )
}
