import { z } from 'zod'
import { collections } from './collections/collections.ts'
import { CollectionName } from './collections/names.ts'
import type { TableName } from './collections/names.ts'
import { Pid, Reference } from './ids.ts'

export const folderMimeType = 'folder'
/** Default media type for files of unknown type. */
export const plainBytes = 'application/octet-stream'

/** Roots that do not belong to a record. Source: contract.md 5. */
export const sharedRoots = ['team', 'restricted', 'uploads'] as const
export type SharedRoot = (typeof sharedRoots)[number]

/** Root of a file tree: a shared root or a record. `name` is the value of `root` in its files. */
export type FileRoot =
  | { kind: SharedRoot; name: string }
  | { kind: 'record'; name: string; collection: CollectionName; pid: string }

/**
 * Root of a record's files. It contains the table name, so that a permit keeps its files when it moves to
 * `processed`.
 */
export function recordRoot(table: TableName, pid: string): string {
  return `${table}/${pid}`
}

/** Parses a root (`team`, `permits/<pid>`, `processed/<pid>`); null when invalid. */
export function parseFileRoot(text: string): FileRoot | null {
  const shared = sharedRoots.find((root) => root === text)
  if (shared !== undefined) return { kind: shared, name: shared }
  const [collection, pid, ...rest] = text.split('/')
  const known = CollectionName.safeParse(collection)
  const identifier = Pid.safeParse(pid)
  if (!known.success || !identifier.success || rest.length > 0) return null
  return {
    kind: 'record',
    name: recordRoot(collections[known.data].table, identifier.data),
    collection: known.data,
    pid: identifier.data,
  }
}

/** Who sees a file or folder: only staff, or also the client. */
export const fileVisibilities = ['INTERNAL', 'CLIENT'] as const
export const FileVisibility = z.enum(fileVisibilities)
export type FileVisibility = z.infer<typeof FileVisibility>

/**
 * Result of the virus scan. `infected` files are never served. `not scanned` files are served unless the
 * server requires a scan; they are scanned when a scanner becomes available.
 */
export const scanStates = ['clean', 'not scanned', 'infected'] as const
export const ScanState = z.enum(scanStates)
export type ScanState = z.infer<typeof ScanState>

/**
 * A file or folder (`mimeType: 'folder'`, size 0). `status` is `done` once its bytes are stored. In
 * `uploads`, `org` is the organization whose people see it; in other roots it is null and the record decides.
 * The creator and creation time decide who may delete it (`whyNotDeleteListed`); a server older than the page
 * does not send them.
 */
export const FileRecord = z.object({
  pid: z.string(),
  name: z.string(),
  parentId: z.string(),
  size: z.number(),
  mimeType: z.string(),
  root: z.string(),
  status: z.string(),
  createdAt: z.string().optional(),
  createdBy: Reference.nullish(),
  updatedAt: z.string(),
  updatedBy: Reference.nullable(),
  visibility: FileVisibility,
  org: Reference.nullable(),
  /** Absent for folders. */
  scanned: ScanState.optional(),
  /**
   * The submitted package that contains the file, or a file in the folder. It can neither be deleted nor
   * moved (decision 0066).
   */
  submittedWith: Reference.nullish(),
})
export type FileRecord = z.infer<typeof FileRecord>

/**
 * One folder on the path from a root. Only staff get `visibility`: clients do not see hidden folders at all.
 */
export const FolderStep = z.object({
  pid: z.string(),
  name: z.string(),
  visibility: z.enum(['INTERNAL', 'CLIENT']).optional(),
})
export type FolderStep = z.infer<typeof FolderStep>

/**
 * Response of `GET /api/aws/listFiles?parentId=`: folders first, then sorted by name. In the top folder, the
 * parentId is the name of the root. `root` and `path` locate the listed folder: `path` is empty at the top
 * and otherwise ends with the folder itself. `metadata` is present when a page was requested.
 */
export const FileList = z.object({
  success: z.boolean(),
  records: z.array(FileRecord),
  message: z.string(),
  root: z.string(),
  path: z.array(FolderStep),
  metadata: z.object({ count: z.number(), page: z.number(), pageSize: z.number() }).optional(),
})
export type FileList = z.infer<typeof FileList>

/** URL of a file's content. */
export function fileContentUrl(pid: string): string {
  return `/api/files/${encodeURIComponent(pid)}/content`
}

/**
 * Media types served as they are. All other types, including all active content, are served as octet-stream.
 */
const quietMimeTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/zip',
  'application/json',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'text/csv',
  'text/plain',
])

/** Media type in the response: safe types are kept, all others become octet-stream. */
export function servedMimeType(mimeType: string): string {
  const [essence = ''] = mimeType.toLowerCase().split(';')
  const known = essence.trim()
  return quietMimeTypes.has(known) ? known : plainBytes
}

/** Media types that a browser would execute or open as a document. */
const activeMimeType =
  /^(text\/html|text\/xml|application\/xml|[\w.-]+\/[\w.+-]+\+xml|(text|application)\/(x-)?(java|ecma|live|j)script)$/

/** Syntax of a media type: type and subtype separated by a slash, with optional parameters. */
const announcedPattern =
  /^[\w.!#$&^+-]{1,100}\/[\w.!#$&^+-]{1,100}(\s*;\s*[\w-]{1,50}=("[\w .:+-]{0,100}"|[\w.:+-]{1,100})){0,4}$/

/** Whether the text is a valid media type. */
export function isMimeType(text: string): boolean {
  return announcedPattern.test(text)
}

/** Media type to store for a file: active content becomes octet-stream. */
export function storedMimeType(announced: string): string {
  const [essence = ''] = announced.toLowerCase().split(';')
  return activeMimeType.test(essence.trim()) ? plainBytes : announced
}

/** Maximum number of files in one search response; `isMore` says that there are more. */
export const maxFoundFiles = 100

/** A file or folder found by a search, with its location and, for a file of a record, the record. */
export const FoundFile = FileRecord.extend({
  /** Its parent folders, starting below the root. */
  path: z.array(FolderStep),
  record: z.object({ collection: CollectionName, pid: z.string(), title: z.string() }).nullable(),
})
export type FoundFile = z.infer<typeof FoundFile>

/**
 * Response of `GET /api/files/search?searchToken=&parentId=`: files and folders whose name, client or record
 * contains every word, below a folder or, without `parentId`, everywhere the viewer has access.
 */
export const FoundFiles = z.object({
  success: z.boolean(),
  message: z.string(),
  found: z.array(FoundFile),
  isMore: z.boolean(),
})
export type FoundFiles = z.infer<typeof FoundFiles>

/**
 * Response of `GET /api/files/documents/{pid}`: the documents of a submission package. Each has its file if
 * the viewer may see it, the version number and, for staff, who verified it and when.
 */
export const PackageDocuments = z.object({
  success: z.boolean(),
  message: z.string(),
  documents: z.array(
    z.object({
      documentType: z.string(),
      file: FileRecord.nullable(),
      version: z.number().nullable(),
      verified: z.object({ at: z.string(), by: Reference.nullable() }).nullable(),
    }),
  ),
})
export type PackageDocuments = z.infer<typeof PackageDocuments>

/**
 * Maximum number of files in one response for a permit; `isMore` says that there are more, which a search can
 * find.
 */
export const maxPermitFiles = 500

/**
 * The use of a permit's file: a document of the checklist (`version` counts the files of that document,
 * `isCurrent` marks the current one), evidence for a condition, the response to a comment of the authority,
 * or a mail attachment.
 */
export const FileUse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DOCUMENT'), title: z.string(), version: z.int(), isCurrent: z.boolean() }),
  z.object({ kind: z.literal('CONDITION'), title: z.string() }),
  z.object({ kind: z.literal('CORRECTION'), title: z.string() }),
  z.object({ kind: z.literal('MAIL') }),
])
export type FileUse = z.infer<typeof FileUse>

/** A file of a permit, or of one of its records, named by `record`. */
export const PermitFile = FoundFile.extend({ uses: z.array(FileUse) })
export type PermitFile = z.infer<typeof PermitFile>

/**
 * Response of `GET /api/files/permits/{pid}?searchToken=`: the files of a permit and of its packages, tasks
 * and payments that the viewer may see, newest first, from all folders. A search covers names, uses, folders,
 * records and people.
 */
export const PermitFiles = z.object({
  success: z.boolean(),
  message: z.string(),
  files: z.array(PermitFile),
  isMore: z.boolean(),
})
export type PermitFiles = z.infer<typeof PermitFiles>
