import { Refusal, folderMimeType, invalid, toFileName, whyNotChange, phrase } from '@portal/contract'
import type { Actor, FileResponse, FilePatch, FileRoot } from '@portal/contract'
import type { Tables } from '#platform/database/tables.ts'
import { isDatabaseError } from '#engine/query/reading.ts'
import { changingFiles } from '#domain/packages/package-files.ts'
import { findFreeName } from '#domain/documents/free-name.ts'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { FileDeps } from './deps.ts'
import { notFound, openFile, openFolder, requireUnmergedRoot } from './file-access.ts'
import type { Folder } from './file-access.ts'
import { writeChange } from './file-history.ts'
import { deepestFolder, findRecord, findPath } from './files.queries.ts'
import type { PathEntry } from './files.queries.ts'
import { requireNotSubmitted } from './submitted-files.ts'
import { findReaders, notifyReaders } from './notify-clients.ts'
import { describeSubtree, lockFolderRow, moveSubtree } from './tree.queries.ts'

const uniqueViolation = '23505'
/** Maximum number of attempts when another request takes the chosen name first. */
const maxAttempts = 20

function nameOf(patch: FilePatch, file: PathEntry): string {
  if (patch.name === undefined) return file.name
  const checked = toFileName(patch.name)
  if (checked.name === null) throw invalid('name', 'invalid-file', checked.refusal)
  return checked.name
}

const changed = (field: string, from: unknown, to: unknown) => (from === to ? [] : [{ field, from, to }])

interface Change {
  pid: string
  file: PathEntry
  root: FileRoot
  to: Folder
  patch: FilePatch
}

/**
 * Whether the change affects who can see the file: a different visibility, or a move out of the restricted
 * folder.
 */
function changesAudience({ file, root, to, patch }: Omit<Change, 'pid'>): boolean {
  if (patch.visibility !== undefined && patch.visibility !== file.visibility) return true
  return root.kind === 'restricted' && to.root.kind !== 'restricted'
}

/** One attempt. Throws a unique violation when another request took the name in the meantime. */
async function writeOnce(
  deps: FileDeps,
  actor: Actor,
  { pid, file, root, to, patch }: Change,
): Promise<void> {
  const { database } = deps
  const isFolder = file.mimeType === folderMimeType
  const at = deps.clock.now()
  const isShown = patch.visibility === 'CLIENT' && file.visibility !== 'CLIENT'
  const shownOrg = patch.parentId === undefined ? file.org : (to.folderPath.at(-1)?.org ?? null)
  const readers = isShown
    ? await findReaders(deps, {
        root: to.root,
        folderPath: [...to.folderPath, { ...file, visibility: 'CLIENT', org: shownOrg }],
      })
    : []
  const write = async (trx: Transaction<Tables>) => {
    // Serializes moves, so that two concurrent moves cannot put a folder into itself.
    await sql`select pg_advisory_xact_lock(hashtextextended('move files', 0))`.execute(trx)
    const subtree = await describeSubtree(database, trx, pid, actor.pid)
    if (subtree === null || (to.pid !== null && !(await lockFolderRow(database, trx, to.pid))))
      throw notFound()
    const isMoved = patch.parentId !== undefined
    if (isMoved) {
      if (to.root.name !== file.root || to.pid !== file.parentPid)
        await requireNotSubmitted(database, trx, pid)
      const folderPath = to.pid === null ? [] : await findPath(database, to.pid, trx)
      if (folderPath.some((step) => step.pid === pid))
        throw invalid('parentId', 'own-descendant', 'A folder cannot be moved into itself.')
      if (folderPath.length + subtree.height > deepestFolder)
        throw invalid(
          'parentId',
          'out-of-range',
          phrase('Folders can be up to {{deepestFolder}} levels deep.', { deepestFolder }),
        )
    }
    const org = to.root.kind === 'uploads' ? (isMoved ? (to.folderPath.at(-1)?.org ?? null) : file.org) : null
    const place = { root: to.root.name, folder: to.pid, org }
    const name = await findFreeName(database, trx, place, { pid, name: nameOf(patch, file), isFolder })
    const visibility = patch.visibility ?? file.visibility
    const version = await moveSubtree(database, trx, pid, {
      ...place,
      name,
      visibility,
      at,
      actor: actor.pid,
    })
    const from = file.parentPid ?? file.root
    const changes = [
      ...changed('name', file.name, name),
      ...changed('parentId', from, to.pid ?? to.root.name),
      ...changed('org', file.org, org),
      ...changed('visibility', file.visibility, visibility),
    ]
    await writeChange(trx, { pid, action: 'update', version, actor: actor.pid, at, changes })
    const shared = {
      root: to.root,
      folderPath: [
        ...to.folderPath,
        { ...file, name, visibility, org, root: to.root.name, parentPid: to.pid },
      ],
    }
    await notifyReaders(deps, trx, shared, readers)
  }
  const roots = root.name === to.root.name ? [] : [root, to.root]
  await database.kysely
    .transaction()
    .execute((trx) => changingFiles(deps, trx, actor, roots, () => write(trx), 'leaving'))
}

/**
 * `PATCH /api/files/{pid}`: renames or moves a file or folder (also to another root), or changes its
 * visibility. Staff only: a client cannot change what they handed in. A name that is taken gets a number.
 * `requireProof` throws when recent authentication is required, which is the case for a change of who can see
 * the file.
 */
export async function changeFile(
  deps: FileDeps,
  actor: Actor,
  pid: string,
  patch: FilePatch,
  requireProof: () => void,
): Promise<FileResponse> {
  const { database } = deps
  const why = whyNotChange(actor)
  if (why !== null) throw new Refusal('forbidden', why)
  const { root, folderPath, file } = await openFile(database, actor, pid)
  const to =
    patch.parentId === undefined
      ? { root, folderPath: folderPath.slice(0, -1), pid: file.parentPid }
      : await openFolder(database, actor, patch.parentId)
  await requireUnmergedRoot(database, to.root)
  nameOf(patch, file)
  if (changesAudience({ file, root, to, patch })) requireProof()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeOnce(deps, actor, { pid, file, root, to, patch })
      break
    } catch (error) {
      if (!isDatabaseError(error, uniqueViolation) || attempt === maxAttempts) throw error
    }
  }
  const record = await findRecord(database, pid)
  if (record === undefined) throw notFound()
  return { success: true, message: 'OK', file: record }
}
