import { z } from 'zod'
import { collections } from './collections/collections.ts'
import { CollectionName } from './collections/names.ts'
import type { TableName } from './collections/names.ts'
import { Pid, Reference } from './ids.ts'

export const folderMimeType = 'folder'
/** The media type of bytes nobody says more about. */
export const plainBytes = 'application/octet-stream'

/** The roots that belong to no record. Source: contract.md 5. */
export const sharedRoots = ['team', 'restricted', 'uploads'] as const
export type SharedRoot = (typeof sharedRoots)[number]

/**
 * Where a file tree hangs: one of the shared roots, or a record. `name` is what the files in it carry as
 * `root`.
 */
export type FileRoot =
  | { kind: SharedRoot; name: string }
  | { kind: 'record'; name: string; collection: CollectionName; pid: string }

/**
 * Root of a record's files: named by its table, so that a permit keeps its files when it becomes a processed
 * one.
 */
export function recordRoot(table: TableName, pid: string): string {
  return `${table}/${pid}`
}

/** The root a text names (`team`, `permits/<pid>`, `processed/<pid>`), or null when it names none. */
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

/** Who sees a file or folder: staff alone, or the client's people too. */
export const fileVisibilities = ['INTERNAL', 'CLIENT'] as const
export const FileVisibility = z.enum(fileVisibilities)
export type FileVisibility = z.infer<typeof FileVisibility>

/**
 * What the virus scanner said of bytes. `infected` ones are never handed out; `not scanned` ones are, unless
 * the server requires a scan, and are looked at once a scanner answers.
 */
export const scanStates = ['clean', 'not scanned', 'infected'] as const
export const ScanState = z.enum(scanStates)
export type ScanState = z.infer<typeof ScanState>

/**
 * A file or folder (`mimeType: 'folder'`, size 0). `status` is `done` once its bytes are stored.
 * `org` is, in `uploads`, the organization whose people see it; elsewhere null, the record decides. Who made
 * it and when decides who deletes it (`whyNotDeleteListed`); a server older than the page does not say.
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
   * The submitted package that holds it, or for a folder something in it: it is neither deleted nor moved
   * (decision 0066).
   */
  submittedWith: Reference.nullish(),
})
export type FileRecord = z.infer<typeof FileRecord>

/**
 * One step of the way from a root down to a folder. `visibility` is told to staff alone: clients see no
 * folder that is kept from them.
 */
export const FolderStep = z.object({
  pid: z.string(),
  name: z.string(),
  visibility: z.enum(['INTERNAL', 'CLIENT']).optional(),
})
export type FolderStep = z.infer<typeof FolderStep>

/**
 * Answer of `GET /api/aws/listFiles?parentId=`, folders first, then by name. The top folder of a root has the
 * root's name as its parentId. `root` and `path` say where the folder lies: `path` is empty at the top and
 * ends with the folder itself below it.
 * `metadata` is there when a page was asked for.
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

/** Where a file's bytes are read. */
export function fileContentUrl(pid: string): string {
  return `/api/files/${encodeURIComponent(pid)}/content`
}

/**
 * Media types served under their own name; all others, and every one a browser could run, travel as plain
 * bytes.
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

/**
 * The media type a file's bytes are sent with: what cannot act in a browser keeps its own, the rest is
 * octet-stream.
 */
export function servedMimeType(mimeType: string): string {
  const [essence = ''] = mimeType.toLowerCase().split(';')
  const known = essence.trim()
  return quietMimeTypes.has(known) ? known : plainBytes
}

/** Types a browser would run or follow as a document, whoever announced them. */
const activeMimeType =
  /^(text\/html|text\/xml|application\/xml|[\w.-]+\/[\w.+-]+\+xml|(text|application)\/(x-)?(java|ecma|live|j)script)$/

/** Any media type that may be announced: two words with a stroke between, and parameters. */
const announcedPattern =
  /^[\w.!#$&^+-]{1,100}\/[\w.!#$&^+-]{1,100}(\s*;\s*[\w-]{1,50}=("[\w .:+-]{0,100}"|[\w.:+-]{1,100})){0,4}$/

/** May this be announced as a file's media type? */
export function isMimeType(text: string): boolean {
  return announcedPattern.test(text)
}

/** The media type a file is kept under: what a browser could run is kept as plain bytes. */
export function storedMimeType(announced: string): string {
  const [essence = ''] = announced.toLowerCase().split(';')
  return activeMimeType.test(essence.trim()) ? plainBytes : announced
}

/** Most files one search answers; `isMore` says that there are others. */
export const mostFoundFiles = 100

/** A file or folder that a search found: where it lies, and for a record's the record. */
export const FoundFile = FileRecord.extend({
  /** The folders it lies in, from the top of its root down. */
  path: z.array(FolderStep),
  record: z.object({ collection: CollectionName, pid: z.string(), title: z.string() }).nullable(),
})
export type FoundFile = z.infer<typeof FoundFile>

/**
 * Answer of `GET /api/files/search?searchToken=&parentId=`: files and folders whose name, client or record
 * holds every word, below a folder or, without `parentId`, everywhere the viewer may look.
 */
export const FoundFiles = z.object({
  success: z.boolean(),
  message: z.string(),
  found: z.array(FoundFile),
  isMore: z.boolean(),
})
export type FoundFiles = z.infer<typeof FoundFiles>

/**
 * Answer of `GET /api/files/documents/{pid}`: the documents of a submission package with the file of each
 * that the viewer may see, which version of the document it is, and, for staff, who verified it and when.
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

/** Most files one answer lists of a permit; `isMore` says that there are others, which a search finds. */
export const mostPermitFiles = 500

/**
 * What a file of a permit is used for: a document of the checklist (`version` counts the files that document
 * had, `isCurrent` says that it is the one it has now), the evidence of a condition, the answer to a comment
 * of the agency, or an attachment of a mail.
 */
export const FileUse = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DOCUMENT'), title: z.string(), version: z.int(), isCurrent: z.boolean() }),
  z.object({ kind: z.literal('CONDITION'), title: z.string() }),
  z.object({ kind: z.literal('CORRECTION'), title: z.string() }),
  z.object({ kind: z.literal('MAIL') }),
])
export type FileUse = z.infer<typeof FileUse>

/** A file of a permit: of the permit itself, or of the record of it that `record` names. */
export const PermitFile = FoundFile.extend({ uses: z.array(FileUse) })
export type PermitFile = z.infer<typeof PermitFile>

/**
 * Answer of `GET /api/files/permits/{pid}?searchToken=`: the files of a permit, of its packages, tasks and
 * payments, that the viewer may see, the newest first, wherever in their folders they lie. A search looks
 * into names, uses, folders, records and people.
 */
export const PermitFiles = z.object({
  success: z.boolean(),
  message: z.string(),
  files: z.array(PermitFile),
  isMore: z.boolean(),
})
export type PermitFiles = z.infer<typeof PermitFiles>
