import { createHash, randomBytes } from 'node:crypto'
import {
  Refusal,
  folderMimeType,
  invalid,
  isMimeType,
  isStaff,
  parseFileRoot,
  plainBytes,
  refreshAndTryAgain,
  storedMimeType,
  toFileName,
  phrase,
} from '@portal/contract'
import type {
  Actor,
  Configuration,
  FileMade,
  FileRoot,
  FileVisibility,
  NewFile,
  Sayable,
} from '@portal/contract'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { requireSpace } from '#platform/storage/disk-space.ts'
import type { FileDeps } from './deps.ts'
import { notFound, openFolder, requireUnmergedRoot, requireUploader } from './file-access.ts'
import type { Folder } from './file-access.ts'
import { writeChange } from './file-history.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import { findFreeName } from '#domain/documents/free-name.ts'
import { deepestFolder, findRecord } from './files.queries.ts'
import { requireQuota, requireUnhurried } from './quotas.ts'
import { lockFolderRow, lockRecordRow, insertFile } from './tree.queries.ts'
import type { NewRow } from './tree.queries.ts'
import { findRepeated, findUpload } from './uploads.queries.ts'
import type { Upload } from './uploads.queries.ts'

/**
 * A page asks for the signed URL when an upload slot is free, so the URL only has to outlive the longest
 * upload.
 */
const addressLifetimeMs = 16 * 60_000

export interface CreateFile {
  body: NewFile
  idempotencyKey: string | null
}

/** A validated request for a new file or folder. */
interface NewFileRequest {
  name: string
  isFolder: boolean
  size: number
  /** The announced media type; the PUT must carry it. */
  declaredType: string
}

const badName = (detail: Sayable) => invalid('name', 'invalid-file', detail)

function wantedOf({ name, size, mimeType }: NewFile): NewFileRequest {
  const isFolder = mimeType === folderMimeType
  const checked = toFileName(name ?? '')
  if (checked.name === null)
    throw badName(isFolder && (name ?? '').trim() === '' ? refreshAndTryAgain : checked.refusal)
  if (isFolder) return { name: checked.name, isFolder, size: 0, declaredType: folderMimeType }
  const declaredType = mimeType === null || mimeType === undefined || mimeType === '' ? plainBytes : mimeType
  if (!isMimeType(declaredType)) throw invalid('mimeType', 'malformed', 'mimeType is not a media type')
  if (size === null || size === undefined) throw invalid('size', 'required', 'size is missing')
  if (!Number.isSafeInteger(size) || size < 0)
    throw invalid('size', 'out-of-range', 'size is not a whole number of bytes')
  return { name: checked.name, isFolder, size, declaredType }
}

/**
 * Checks that need no row: the limit of the file size and the space of the store. The quota is checked in the
 * transaction of the insert.
 */
async function requireRoom(
  deps: FileDeps,
  actor: Actor,
  wanted: NewFileRequest,
): Promise<Configuration['limits']> {
  const { limits } = await currentConfiguration(deps)
  if (wanted.size > limits.uploadBytes)
    throw new Refusal(
      'too-large',
      phrase('The file is larger than the maximum of {{uploadBytes}} bytes.', {
        uploadBytes: limits.uploadBytes,
      }),
    )
  await requireSpace(deps, wanted.size)
  await requireUnhurried(deps, actor, wanted)
  return limits
}

/** Organization of a new row in `uploads`: the client's own, or for staff that of the parent folder. */
function orgOf(actor: Actor, { root, folderPath }: Folder): string | null {
  if (root.kind !== 'uploads') return null
  if (isStaff(actor.role)) return folderPath.at(-1)?.org ?? null
  if (actor.org === null) throw new Refusal('forbidden', 'Your account has no organization yet.')
  return actor.org
}

function visibilityOf(
  actor: Actor,
  { folderPath }: Folder,
  asked: FileVisibility | undefined,
): FileVisibility {
  if (!isStaff(actor.role)) return 'CLIENT'
  return asked ?? folderPath.at(-1)?.visibility ?? 'INTERNAL'
}

function requireSameRoot(folder: Folder, root: string | null | undefined): void {
  if (root === null || root === undefined || root === '') return
  if (parseFileRoot(root)?.name !== folder.root.name)
    throw invalid('root', 'malformed', 'root is not the folder’s root')
}

async function responseOf(
  deps: FileDeps,
  { pid, isDone, size, uploadKey: key, declaredType }: Upload,
): Promise<FileMade> {
  const file = await findRecord(deps.database, pid)
  if (file === undefined) throw notFound()
  const result = { success: true, message: 'OK', file }
  if (isDone || key === null || declaredType === null) return result
  const at = deps.clock.now()
  const signedUrl = await deps.store.signUpload({
    key,
    size,
    mimeType: declaredType,
    at,
    lifetimeMs: addressLifetimeMs,
  })
  return { ...result, signedUrl, expiresAt: new Date(at.getTime() + addressLifetimeMs).toISOString() }
}

/**
 * The file created by an earlier call with the same idempotency key, or null. Throws 409 when that call was a
 * different request.
 */
async function findEarlier(
  deps: FileDeps,
  actor: Actor,
  key: string | null,
  digest: string,
): Promise<Upload | null> {
  if (key === null) return null
  const found = await findRepeated(deps.database, actor.pid, key, deps.clock.now())
  if (found === undefined) return null
  if (found.digest !== digest) throw new Refusal('duplicate', 'This Idempotency-Key belongs to another file.')
  return found
}

interface Insertion {
  row: NewRow
  isFolder: boolean
  actor: Actor
  root: FileRoot
  limits: Configuration['limits']
}

/** Inserts the row under the first free name. False when a parallel call created the same upload item. */
async function insertNumbered(
  deps: FileDeps,
  insertion: Insertion,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const { database } = deps
  const { row, isFolder, actor, root, limits } = insertion
  const isInserted = await database.kysely.transaction().execute(async (trx) => {
    await requireQuota(deps, trx, actor, { isFolder, size: row.size }, limits)
    // When a record changes its client, it closes to the people of the former one. This check keeps them from
    // adding files afterwards.
    if (
      root.kind === 'record' &&
      !isStaff(actor.role) &&
      !(await lockRecordRow(database, trx, root, actor.org))
    )
      throw notFound()
    if (row.folder !== null && !(await lockFolderRow(database, trx, row.folder))) throw notFound()
    const name = await findFreeName(database, trx, row, { pid: row.pid, name: row.name, isFolder })
    if (!(await insertFile(database, trx, { ...row, name }))) return false
    if (isFolder)
      await writeChange(trx, { pid: row.pid, action: 'create', version: 1, actor: row.author, at: row.at })
    return true
  })
  if (isInserted) return true
  // The name was taken in the meantime: try the next one, unless a parallel call created this very item.
  return (await isThere()) ? false : insertNumbered(deps, insertion, isThere)
}

/**
 * `POST /api/aws/createFile`: creates a folder, or a file that waits for its bytes at a signed URL. Duplicate
 * names get a number. A retry with the same Idempotency-Key answers the same file with a new URL. Source:
 * contract.md 5 and 10.5.
 */
export async function createFile(
  deps: FileDeps,
  actor: Actor,
  { body, idempotencyKey }: CreateFile,
): Promise<{ isNew: boolean; made: FileMade }> {
  requireUploader(actor)
  const isFolder = body.mimeType === folderMimeType
  if ((body.parentId ?? '') === '')
    throw invalid('parentId', 'required', isFolder ? refreshAndTryAgain : 'Invalid id')
  const folder = await openFolder(deps.database, actor, body.parentId ?? '')
  await requireUnmergedRoot(deps.database, folder.root)
  const org = orgOf(actor, folder)
  requireSameRoot(folder, body.root)
  const wanted = wantedOf(body)
  if (folder.folderPath.length >= deepestFolder)
    throw invalid(
      'parentId',
      'out-of-range',
      phrase('Folders can be up to {{deepestFolder}} levels deep.', { deepestFolder }),
    )
  const digest = createHash('sha256')
    .update(JSON.stringify([folder.pid, folder.root.name, wanted, body.visibility]))
    .digest('hex')
  const earlier = await findEarlier(deps, actor, idempotencyKey, digest)
  if (earlier !== null) return { isNew: false, made: await responseOf(deps, earlier) }
  const limits = await requireRoom(deps, actor, wanted)

  const row: NewRow = {
    pid: deps.ids.pid(),
    root: folder.root.name,
    folder: folder.pid,
    org,
    name: wanted.name,
    mimeType: isFolder ? folderMimeType : storedMimeType(wanted.declaredType),
    size: wanted.size,
    visibility: visibilityOf(actor, folder, body.visibility),
    at: deps.clock.now(),
    author: actor.pid,
    uploadKey: isFolder ? null : makeStoreKey(randomBytes(16)),
    declaredType: isFolder ? null : wanted.declaredType,
    idempotencyKey,
    idempotencyDigest: digest,
  }
  const isThere = async () => (await findEarlier(deps, actor, idempotencyKey, digest)) !== null
  const isNew = await insertNumbered(deps, { row, isFolder, actor, root: folder.root, limits }, isThere)
  const made = isNew
    ? await findUpload(deps.database, row.pid)
    : await findEarlier(deps, actor, idempotencyKey, digest)
  if (made === null || made === undefined) throw notFound()
  return { isNew, made: await responseOf(deps, made) }
}
