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
import { ApiProblem } from '../../api/api-problem.ts'
import { api, crud, nothing } from '../../api/api.ts'
import { t } from '../texts.ts'

/** Where something is put: the root and the folder in it (a root's name for its top folder). */
export interface UploadTarget {
  root: string
  parentId: string
  /** Who may see it; absent = as the folder it is put into. */
  visibility?: FileVisibility
  /** The document of a submission package the file is; it is put there once its bytes are stored. */
  document?: TargetDocument
  /** Hears once the file is stored, or null once it failed, as long as the page stays open. */
  onSettled?: (file: { pid: string; title: string } | null) => void
}

/** A line of a package's checklist and what becomes of it with the file. */
export const TargetDocument = z.object({
  pack: z.string(),
  documentType: z.string(),
  state: ChecklistItem.shape.state.extract(['RECEIVED', 'VERIFIED']),
})
export type TargetDocument = z.infer<typeof TargetDocument>

/** The server answered, but with no address the bytes could go to. */
export class NoSignedUrl extends Error {
  constructor() {
    super('Failed to get pre-signed URL')
    this.name = 'NoSignedUrl'
  }
}

/** The server answered, but made no folder. */
export class NoFolder extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoFolder'
  }
}

/** The answer of createFile as it comes: what is missing in it has words of its own. */
const Made = z.object({
  file: FileRecord.optional().catch(undefined),
  signedUrl: z.string().min(1).optional().catch(undefined),
})
const Told = z.object({ success: z.boolean().optional(), message: z.string().optional().catch(undefined) })

export interface CallContext {
  /** One for each upload item: a repeated call answers the same file, newly signed. */
  key: string
  signal?: AbortSignal
}

const asked = ({ key, signal }: CallContext) => ({
  headers: { [idempotencyHeader]: key },
  ...(signal && { signal }),
})

/** The media type a file is announced and sent with. */
export function announcedType(file: Blob): string {
  return file.type !== '' && isMimeType(file.type) ? file.type : plainBytes
}

/**
 * A file's record and where its bytes go; `signedUrl` is null when they are there already. Throws
 * NoSignedUrl.
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

/**
 * Makes a folder; answers its pid. `isParent` says that it is the one a whole folder upload goes into. Throws
 * NoFolder.
 */
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
 * Makes what arrived a file and, where it is one, the document of a package; a repeat changes nothing more.
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

/** Deletes a file, or a folder with all that is in it. Throws an Error whose message is to be shown. */
export async function deleteFile(pid: string): Promise<void> {
  if (pid === '') throw new Error(t('invalidId'))
  const told = await api
    .delete(`/api/aws/deleteFile?fileId=${encodeURIComponent(pid)}`, Told)
    .catch((error: unknown) => {
      throw new Error(fileMessage(error) ?? t('deletionFailed'), { cause: error })
    })
  if (told.success === false) throw new Error(told.message ?? t('deletionFailed'))
}

/**
 * `message` of a refused file call (contract.md 5); null when there was no answer, or none with a message.
 */
export function fileMessage(error: unknown): string | null {
  if (!(error instanceof ApiProblem) || error.status === 0) return null
  const response: unknown = Reflect.get(Object(error.cause), 'response')
  const message: unknown = Reflect.get(Object(Reflect.get(Object(response), 'data')), 'message')
  return typeof message === 'string' && message !== '' ? message : null
}
