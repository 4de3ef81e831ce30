import type { Readable } from 'node:stream'
import { Refusal } from '@portal/contract'
import type { Actor, FileRecord, FileVisibility } from '@portal/contract'
import type { Deps } from '../../deps.ts'
import { createFile } from './create-file.ts'
import { markAsDone } from './mark-as-done.ts'

/** Bytes the portal has that are to become a file. */
export interface KeptFile {
  /** The folder, a root's name or a folder's pid. */
  parentId: string
  name: string
  mimeType: string
  size: number
  visibility: FileVisibility | undefined
  open: () => Promise<Readable>
}

/** Takes the bytes where the signed address leads: into the store itself, or to the bucket. */
async function upload({ store }: Deps, signedUrl: string, { mimeType, size, open }: KeptFile): Promise<void> {
  const { pathname, search } = new URL(signedUrl)
  const body = await open()
  if (store.receive !== undefined) {
    await store.receive({ url: `${pathname}${search}`, contentType: mimeType, contentLength: size, body })
    return
  }
  const headers = { 'content-type': mimeType, 'content-length': String(size) }
  const answer = await fetch(signedUrl, { method: 'PUT', headers, body, duplex: 'half' })
  if (!answer.ok) throw new Refusal('unavailable', 'The file store did not take the file. Try again later.')
}

/** Makes a file of bytes the portal has already, by the same way and under the same rules as an upload by the actor. */
export async function keepFile(deps: Deps, actor: Actor, kept: KeptFile): Promise<FileRecord> {
  const { parentId, name, mimeType, size, visibility } = kept
  const body = { name, parentId, size, mimeType, root: null, ...(visibility !== undefined && { visibility }) }
  const { made } = await createFile(deps, actor, { body, idempotencyKey: null })
  if (made.signedUrl === undefined) throw new Refusal('unavailable', 'Failed to get pre-signed URL')
  await upload(deps, made.signedUrl, kept)
  const { file } = await markAsDone(deps, actor, made.file.pid)
  return file
}
