import {
  ChecklistItem,
  FileRecord,
  folderMimeType,
  idempotencyHeader,
  isMimeType,
  plainBytes,
} from '@portal/contract'
import type { FileVisibility } from '@portal/contract'
import { z } from 'zod'
import { ApiProblem } from '../api/api-problem.ts'
import { api, crud, nothing } from '../api/api.ts'
import { t } from './texts.ts'

/** Target of an upload: the root and the folder in it (the root's name for its top folder). */
export interface UploadTarget {
  root: string
  parentId: string
  /** Visibility of the file; if absent, that of its folder. */
  visibility?: FileVisibility
  /** The document of a package that the file is assigned to after its bytes are stored. */
  document?: TargetDocument
  /** Called when the file is stored, or with null when it failed, while the page stays open. */
  onSettled?: (file: { pid: string; title: string } | null) => void
}

/** A line of a package's checklist, and its state after the upload. */
export const TargetDocument = z.object({
  pack: z.string(),
  documentType: z.string(),
  state: ChecklistItem.shape.state.extract(['RECEIVED', 'VERIFIED']),
})
export type TargetDocument = z.infer<typeof TargetDocument>

/** The server's response has no signed URL. */
export class NoSignedUrl extends Error {
  constructor() {
    super('Failed to get pre-signed URL')
    this.name = 'NoSignedUrl'
  }
}

/** The server's response has no folder. */
export class NoFolder extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoFolder'
  }
}

/** The raw response of createFile. Invalid parts become undefined, since each has a specific error. */
const Made = z.object({
  file: FileRecord.optional().catch(undefined),
  signedUrl: z.string().min(1).optional().catch(undefined),
})
const Told = z.object({ success: z.boolean().optional(), message: z.string().optional().catch(undefined) })

export interface CallContext {
  /** Idempotency key of an upload item: a repeated call returns the same file with a new signed URL. */
  key: string
  signal?: AbortSignal
}

const asked = ({ key, signal }: CallContext) => ({
  headers: { [idempotencyHeader]: key },
  ...(signal && { signal }),
})

/** The media type that is sent for a file. */
export function announcedType(file: Blob): string {
  return file.type !== '' && isMimeType(file.type) ? file.type : plainBytes
}

/**
 * Creates a file's record and returns the signed URL for its bytes; `signedUrl` is null if the bytes are
 * already stored. Throws NoSignedUrl.
 */
export async function createFile(
  { root, parentId, visibility }: UploadTarget,
  name: string,
  file: Blob,
  context: CallContext,
): Promise<{ pid: string; signedUrl: string | null }> {
  const body = {
    root,
    parentId,
    ...(visibility && { visibility }),
    name,
    size: file.size,
    mimeType: announcedType(file),
  }
  const { file: record, signedUrl } = await api.post('/api/aws/createFile', body, Made, asked(context))
  if (record === undefined) throw new NoSignedUrl()
  if (signedUrl === undefined && record.status !== 'done') throw new NoSignedUrl()
  return { pid: record.pid, signedUrl: signedUrl ?? null }
}

/** Creates a folder; returns its pid. `isParent` marks the top folder of a folder upload. Throws NoFolder. */
export async function createFolder(
  target: UploadTarget,
  name: string,
  context: CallContext & { isParent?: boolean },
): Promise<string> {
  const body = { ...target, name, size: 0, mimeType: folderMimeType }
  const { file } = await api.post('/api/aws/createFile', body, Made, asked(context))
  if (file === undefined)
    throw new NoFolder(t(context.isParent === true ? 'parentFolderFailed' : 'folderFailed'))
  return file.pid
}

/**
 * Marks uploaded bytes as a complete file and assigns it to the document of a package, if given. Idempotent.
 */
export async function markAsDone(pid: string, signal: AbortSignal, document?: TargetDocument): Promise<null> {
  await api.post(`/api/aws/markAsDone?pid=${encodeURIComponent(pid)}`, {}, nothing, { signal })
  if (document === undefined) return null
  const { pack, documentType, state } = document
  return crud(
    { apiPath: `/rts/${pack}/checklist/${documentType}`, method: 'PATCH', body: { state, file: pid } },
    nothing,
    { signal },
  )
}

/** Deletes a file, or a folder with its contents. Throws an Error with a message to show. */
export async function deleteFile(pid: string): Promise<void> {
  if (pid === '') throw new Error(t('invalidId'))
  const told = await api
    .delete(`/api/aws/deleteFile?fileId=${encodeURIComponent(pid)}`, Told)
    .catch((error: unknown) => {
      throw new Error(fileMessage(error) ?? t('deletionFailed'), { cause: error })
    })
  if (told.success === false) throw new Error(told.message ?? t('deletionFailed'))
}

/** The `message` of a refused file call (contract.md 5); null without a response or message. */
export function fileMessage(error: unknown): string | null {
  if (!(error instanceof ApiProblem) || error.status === 0) return null
  const response: unknown = Reflect.get(Object(error.cause), 'response')
  const message: unknown = Reflect.get(Object(Reflect.get(Object(response), 'data')), 'message')
  return typeof message === 'string' && message !== '' ? message : null
}
