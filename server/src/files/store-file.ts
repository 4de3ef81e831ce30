import type { Readable } from 'node:stream'
import { Refusal, parseFileRoot } from '@portal/contract'
import type { Actor, FileRecord, FileVisibility, SavedAttachment } from '@portal/contract'
import type { FileDeps } from './deps.ts'
import { createFile } from './create-file.ts'
import { openFolder } from './file-access.ts'
import { findRecord } from './files.queries.ts'
import { markAsDone } from './mark-as-done.ts'
import { hashBytes } from './hashing-writer.ts'
import { listOfSize } from './uploads.queries.ts'

/** Bytes inside the portal that are to become a file. */
export interface FileInput {
  /** The folder: name of a root or pid of a folder. */
  parentId: string
  name: string
  mimeType: string
  size: number
  visibility: FileVisibility | undefined
  /** Origin of the bytes. */
  source: 'mail'
  /** Called for each read of the bytes. */
  open: () => Promise<Readable>
}

/** Uploads the bytes to the signed URL: directly into the embedded store, or to the bucket. */
async function upload(
  { store }: FileDeps,
  signedUrl: string,
  { mimeType, size, open }: FileInput,
): Promise<void> {
  const { pathname, search } = new URL(signedUrl)
  const body = await open()
  if (store.receive !== undefined) {
    await store.receive({ url: `${pathname}${search}`, contentType: mimeType, contentLength: size, body })
    return
  }
  const headers = { 'content-type': mimeType, 'content-length': String(size) }
  const response = await fetch(signedUrl, { method: 'PUT', headers, body, duplex: 'half' })
  if (!response.ok) throw new Refusal('unavailable', 'The file could not be stored. Try again later.')
}

/**
 * A file of the record with the same bytes, in any of its folders. The bytes are only read when a file has
 * the same size.
 */
async function findSame(
  { database }: FileDeps,
  actor: Actor,
  { parentId, size, open }: FileInput,
): Promise<FileRecord | undefined> {
  const { root } = await openFolder(database, actor, parentId)
  if (root.kind !== 'record') return undefined
  const asLong = await listOfSize(database, root.name, size)
  if (asLong.length === 0) return undefined
  const sha256 = await hashBytes(await open())
  const same = asLong.find((file) => file.sha256 === sha256)
  return same && findRecord(database, same.pid)
}

/**
 * Creates a file from bytes inside the portal, under the rules of an upload by the actor. A record keeps the
 * same bytes once: if they exist, the answer is the existing file, which is not new.
 */
export async function storeFile(deps: FileDeps, actor: Actor, kept: FileInput): Promise<SavedAttachment> {
  const same = await findSame(deps, actor, kept)
  if (same !== undefined) return { file: same, isNew: false }
  const { parentId, name, mimeType, size, visibility } = kept
  const body = { name, parentId, size, mimeType, root: null, ...(visibility !== undefined && { visibility }) }
  const { made } = await createFile(deps, actor, { body, idempotencyKey: null })
  if (made.signedUrl === undefined) throw new Refusal('unavailable', 'Failed to get pre-signed URL')
  await deps.database.kysely
    .updateTable('files')
    .set({ source: kept.source })
    .where('pid', '=', made.file.pid)
    .execute()
  await upload(deps, made.signedUrl, kept)
  // A parallel call may have stored the same bytes in the meantime.
  const isOfRecord = parseFileRoot(made.file.root)?.kind === 'record'
  const { file } = await markAsDone(deps, actor, made.file.pid, isOfRecord)
  return { file, isNew: file.pid === made.file.pid }
}
