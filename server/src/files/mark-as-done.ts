import { Refusal, isStaff } from '@portal/contract'
import type { Actor, FileResponse } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { changingFiles } from '#domain/packages/package-files.ts'
import { infected, scanStored } from '#domain/scanning/scan-bytes.ts'
import type { FileDeps } from './deps.ts'
import { notFound, openFile, requireUploader } from './file-access.ts'
import { writeChange } from './file-history.ts'
import { StoreRefusal } from '#platform/storage/file-store.ts'
import type { FrozenObject } from '#platform/storage/file-store.ts'
import { findReaders, notifyOfUpload } from './notify-clients.ts'
import type { SharedFile } from './notify-clients.ts'
import { findRecord } from './files.queries.ts'
import { deleteSubtree } from './tree.queries.ts'
import { findSameInRoot, findStoreKey, findUpload, finishUpload } from './uploads.queries.ts'
import type { Upload } from './uploads.queries.ts'

/**
 * Outcome of an upload: a finished file, nothing because it is deleted or already finished, or another file
 * of its root with the same bytes.
 */
type Finish = { kind: 'finished' } | { kind: 'gone' } | { kind: 'same'; pid: string }

function notYet(sentence: string): Refusal {
  return new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

async function freeze(deps: FileDeps, { uploadKey, size, declaredType }: Upload): Promise<FrozenObject> {
  if (uploadKey === null) throw notYet('The upload of this file is not complete.')
  try {
    return await deps.store.freeze(uploadKey, { size, mimeType: declaredType ?? '' })
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error
    if (error.reason === 'missing') throw notYet('The upload of this file is not complete.')
    throw notYet('The uploaded file does not match the announced file and was discarded.')
  }
}

/** When the scanner finds malware, the bytes and the file are deleted immediately. */
async function requireClean(deps: FileDeps, actor: Actor, pid: string, key: string): Promise<void> {
  const scan = await scanStored(deps, key, { tooLarge: 'refuse', what: 'a file that was uploaded' })
  if (scan.state !== 'infected') return
  const at = deps.clock.now()
  await deps.store.delete(key)
  await deps.database.kysely.transaction().execute(async (trx) => {
    await deleteSubtree(deps.database, trx, pid, at, actor.pid)
    const changes = [{ field: 'finding', from: null, to: scan.finding }]
    await writeChange(trx, { pid, action: 'infected', version: 2, actor: actor.pid, at, changes })
  })
  throw infected(scan.finding)
}

async function answer(deps: FileDeps, pid: string): Promise<FileResponse> {
  const file = await findRecord(deps.database, pid)
  if (file === undefined) throw notFound()
  return { success: true, message: 'OK', file }
}

interface Finishing {
  pid: string
  frozen: FrozenObject
  areBytesKeptOnce: boolean
  shared: SharedFile
  /** The client's people to be alerted. */
  readers: readonly string[]
}

/**
 * Finishes the upload. When two uploads bring the same bytes into a root that keeps them once, the later
 * waits here for the earlier and is deleted.
 */
async function finish(
  deps: FileDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  { pid, frozen, areBytesKeptOnce, shared, readers }: Finishing,
): Promise<Finish> {
  const { database } = deps
  const at = deps.clock.now()
  const same = areBytesKeptOnce ? await findSameInRoot(database, trx, pid, frozen.sha256) : undefined
  if (same !== undefined) {
    await deleteSubtree(database, trx, pid, at, actor.pid)
    return { kind: 'same', pid: same }
  }
  const version = await finishUpload(database, trx, pid, { key: frozen.key, sha256: frozen.sha256, at })
  if (version === null) return { kind: 'gone' }
  await writeChange(trx, { pid, action: 'create', version, actor: actor.pid, at })
  await notifyOfUpload(deps, trx, shared, readers)
  return { kind: 'finished' }
}

/**
 * `POST /api/aws/markAsDone`: once the bytes are complete, with the announced size and type, they are frozen,
 * hashed and scanned, and the file appears. Only its creator may call this, any number of times; for others
 * an unfinished file does not exist. Source: contract.md 10.5. With `areBytesKeptOnce` the answer is an
 * existing file of the same root with these bytes, if there is one.
 */
export async function markAsDone(
  deps: FileDeps,
  actor: Actor,
  pid: string,
  areBytesKeptOnce = false,
): Promise<FileResponse> {
  const { database, store } = deps
  requireUploader(actor)
  const { root, folderPath } = await openFile(database, actor, pid)
  const upload = await findUpload(database, pid)
  if (upload === undefined || upload.author !== actor.pid) throw notFound()
  if (upload.isDone) return answer(deps, pid)
  const frozen = await freeze(deps, upload)
  await requireClean(deps, actor, pid, frozen.key)
  const shared = { root, folderPath }
  // Uploads of a client do not alert their colleagues.
  const readers = isStaff(actor.role) ? await findReaders(deps, shared) : []
  const finished = await database.kysely
    .transaction()
    .execute((trx) =>
      changingFiles(deps, trx, actor, [root], () =>
        finish(deps, trx, actor, { pid, frozen, areBytesKeptOnce, shared, readers }),
      ),
    )
  if (finished.kind === 'gone') {
    // A parallel identical call or a deletion won: the object frozen by this call has no owner.
    if ((await findStoreKey(database, pid)) !== frozen.key) await store.delete(frozen.key)
    return answer(deps, pid)
  }
  if (finished.kind === 'same') await store.delete(frozen.key)
  if (frozen.key !== upload.uploadKey && upload.uploadKey !== null)
    await store.discardUpload(upload.uploadKey)
  return answer(deps, finished.kind === 'same' ? finished.pid : pid)
}
