import {
  Refusal,
  folderMimeType,
  isAdministrator,
  isStaff,
  parseFileRoot,
  undoDeletionMs,
  phrase,
  verbatim,
} from '@portal/contract'
import type { Actor, DeletedFiles, DeletedSort, FileResponse, FileRoot, Sayable } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { isDatabaseError } from '#engine/query/reading.ts'
import { changingFiles } from '#domain/packages/package-files.ts'
import { visiblePids } from '#engine/query/visible-pids.ts'
import { findFreeName } from '#domain/documents/free-name.ts'
import type { FileDeps } from './deps.ts'
import { listDeletedFiles, lockDeletion, restoreSubtree } from './deleted.queries.ts'
import type { Deletion } from './deleted.queries.ts'
import { notFound, openFolder, rootAccessError } from './file-access.ts'
import { writeChange } from './file-history.ts'
import { findRecord, findPath } from './files.queries.ts'
import type { PathEntry } from './files.queries.ts'
import { auditReading } from './read-audit.ts'
import { lockFolderRow } from './tree.queries.ts'

const uniqueViolation = '23505'
/** Maximum number of attempts when another request takes the chosen name first. */
const maxAttempts = 20

export interface ListDeletedFiles {
  /** Name of a root or pid of a folder. */
  parentId: string
  searchToken: string
  sort: DeletedSort
  page: number
  pageSize: number
}

/**
 * `GET /api/files/deleted`: deleted files of a folder and its subfolders. Administrators only. Reading the
 * restricted folder is recorded in the history.
 */
export async function deletedFiles(
  deps: FileDeps,
  actor: Actor,
  asked: ListDeletedFiles,
): Promise<DeletedFiles> {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can see deleted files.')
  const { root, pid: folder } = await openFolder(deps.database, actor, asked.parentId)
  await auditReading(deps, actor, root, [{ pid: folder ?? root.name, action: 'list', version: 1 }])
  const { page, pageSize, searchToken, sort } = asked
  const question = {
    root: root.name,
    folder,
    searchToken: searchToken.trim(),
    sort,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  }
  const { deleted, count } = await listDeletedFiles(deps.database, question)
  return { success: true, message: 'OK', deleted, metadata: { count, page, pageSize } }
}

/**
 * Throws unless the actor may restore the file: administrators may, and staff may restore what they deleted
 * for ten minutes. Source: decision 0069.
 */
function requireRestorer(actor: Actor, { deletedAt, deletedBy }: Deletion, now: Date): void {
  if (isAdministrator(actor.role)) return
  const isOwn = isStaff(actor.role) && deletedBy === actor.pid
  if (!isOwn) throw notFound()
  if (now.getTime() - deletedAt.getTime() > undoDeletionMs) {
    throw new Refusal(
      'forbidden',
      'You can undo a deletion for 10 minutes. An administrator can restore the file under Deleted.',
    )
  }
}

const folderIsDeleted = (name: string) =>
  phrase('Its folder "{{name}}" is deleted. Restore the folder first.', { name: verbatim(name) })
const refused = (sentence: Sayable) => new Refusal('transition-refused', sentence, { unmet: [sentence] })

/** The root the file is restored to, after the access check. Throws 409 when its record is deleted. */
async function rootToRestore(deps: FileDeps, actor: Actor, name: string): Promise<FileRoot> {
  const root = parseFileRoot(name)
  if (root === null) throw notFound()
  const refusal = await rootAccessError(deps.database, actor, root)
  if (refusal === null) return root
  if (root.kind !== 'record') throw refusal
  const deleted = await visiblePids(deps.database, actor, root.collection, [root.pid], 'deleted')
  throw deleted.has(root.pid) ? refused('The file’s record is deleted. Restore the record first.') : refusal
}

/**
 * The folder the file is restored to; null for the top of its root. Throws 409 when a folder above is
 * deleted.
 */
function folderOf(folderPath: readonly PathEntry[]): PathEntry | null {
  const gone = folderPath.slice(0, -1).find(({ isDeleted }) => isDeleted)
  if (gone !== undefined) throw refused(folderIsDeleted(gone.name))
  return folderPath.at(-2) ?? null
}

async function restoreOnce(
  deps: FileDeps,
  actor: Actor,
  folderPath: readonly PathEntry[],
  root: FileRoot,
): Promise<void> {
  const { database } = deps
  const file = folderPath.at(-1)
  if (file === undefined) throw notFound()
  const { pid } = file
  const write = async (trx: Transaction<Tables>) => {
    const at = deps.clock.now()
    const deletion = await lockDeletion(database, trx, pid)
    if (deletion === undefined) throw notFound()
    requireRestorer(actor, deletion, at)
    const folder = folderOf(folderPath)
    if (folder !== null && !(await lockFolderRow(database, trx, folder.pid)))
      throw refused(folderIsDeleted(folder.name))
    const org = folder === null ? file.org : folder.org
    const wanted = { pid, name: file.name, isFolder: file.mimeType === folderMimeType }
    const name = await findFreeName(
      database,
      trx,
      { root: root.name, folder: folder?.pid ?? null, org },
      wanted,
    )
    const version = await restoreSubtree(database, trx, pid, {
      root: root.name,
      org,
      name,
      at,
      actor: actor.pid,
    })
    const changes = [{ field: 'name', from: null, to: name }]
    await writeChange(trx, { pid, action: 'restore', version, actor: actor.pid, at, changes })
  }
  await database.kysely
    .transaction()
    .execute((trx) => changingFiles(deps, trx, actor, [root], () => write(trx)))
}

/**
 * `POST /api/files/{pid}/restore`: restores a deleted file, or a folder with everything deleted along with
 * it. A name that is taken gets a number. Throws 404 when the file is not deleted, 403 for staff after ten
 * minutes, 409 when its folder or record is deleted.
 */
export async function restoreFile(deps: FileDeps, actor: Actor, pid: string): Promise<FileResponse> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only staff can restore deleted files.')
  for (let attempt = 1; ; attempt += 1) {
    const folderPath = await findPath(deps.database, pid)
    const file = folderPath.at(-1)
    if (file === undefined || !file.isDeleted) throw notFound()
    const root = await rootToRestore(deps, actor, folderPath.at(-2)?.root ?? file.root)
    try {
      await restoreOnce(deps, actor, folderPath, root)
      break
    } catch (error) {
      if (!isDatabaseError(error, uniqueViolation) || attempt === maxAttempts) throw error
    }
  }
  const record = await findRecord(deps.database, pid)
  if (record === undefined) throw notFound()
  return { success: true, message: 'OK', file: record }
}
