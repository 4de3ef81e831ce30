import {
  Pid,
  Refusal,
  collectionNames,
  collections,
  folderMimeType,
  isAdministrator,
  isStaff,
  parseFileRoot,
  readOneScope,
  whyNotUpload,
} from '@portal/contract'
import type { Actor, CollectionName, FileRoot } from '@portal/contract'
import type { Database } from '#database/database.ts'
import { visiblePids } from '#records/visibility.ts'
import { findPath, listPaths } from './files.queries.ts'
import type { PathEntry } from './files.queries.ts'

export function notFound(): Refusal {
  return new Refusal('not-found', 'There is no such file or folder.')
}

function closedToRole(): Refusal {
  return new Refusal('forbidden', 'Your role does not open this folder.')
}

/**
 * A collection through which the actor's role reads the record's table: the one asked for, else its other
 * projection (tasks, client tasks).
 */
function openCollection(
  root: Extract<FileRoot, { kind: 'record' }>,
  actor: Actor,
): CollectionName | undefined {
  const { table } = collections[root.collection]
  const projections = [
    root.collection,
    ...collectionNames.filter((name) => collections[name].table === table),
  ]
  return projections.find((name) => readOneScope(collections[name], actor) !== 'closed')
}

/**
 * Why the actor may not read files of that root, or null: 403 where the root is closed to the role, 404 where
 * the record is out of scope. Uploads are open to everybody: there the rows decide. Source: contract.md 5 and
 * 10.2.
 */
export async function rootAccessError(
  database: Database,
  actor: Actor,
  root: FileRoot,
): Promise<Refusal | null> {
  switch (root.kind) {
    case 'uploads':
      return null
    case 'team':
      return isStaff(actor.role) ? null : closedToRole()
    case 'restricted':
      return isAdministrator(actor.role) ? null : closedToRole()
    case 'record': {
      const collection = openCollection(root, actor)
      if (collection === undefined) return closedToRole()
      const visible = await visiblePids(database, actor, collection, [root.pid])
      return visible.has(root.pid) ? null : notFound()
    }
  }
}

async function requireRoot(database: Database, actor: Actor, root: FileRoot): Promise<void> {
  const refusal = await rootAccessError(database, actor, root)
  if (refusal !== null) throw refusal
}

/** Throws 403 where a client only views. */
export function requireUploader(actor: Actor): void {
  const why = whyNotUpload(actor)
  if (why !== null) throw new Refusal('forbidden', why)
}

/** Organization whose files a client sees; null for staff. A client without one matches no row. */
export function clientOrgOf(actor: Actor): string | null {
  return isStaff(actor.role) ? null : (actor.org ?? '')
}

/** What of a file or folder decides who sees it, once its root is open to them. */
export type VisibilityFields = Pick<PathEntry, 'visibility' | 'org'>

/**
 * Does the row rule show it to the actor? All of their root to staff; to clients what is marked CLIENT and,
 * in uploads, their organization's.
 */
export function canSeeFile(actor: Actor, root: FileRoot, { visibility, org }: VisibilityFields): boolean {
  const clientOrg = clientOrgOf(actor)
  if (clientOrg === null) return true
  if (root.kind === 'team' || root.kind === 'restricted') return false
  return visibility === 'CLIENT' && (root.kind !== 'uploads' || org === clientOrg)
}

/**
 * The root at the top of a way. Throws 404 where the way is none, something on it is deleted, or not theirs:
 * to a client that does not exist.
 */
function rootOf(actor: Actor, way: readonly PathEntry[]): FileRoot {
  const root = parseFileRoot(way[0]?.root ?? '')
  if (root === null || way.some((step) => step.isDeleted || !canSeeFile(actor, root, step))) throw notFound()
  return root
}

/** The root of a file or folder reached by its way from the top, once all of the way is open to the actor. */
async function openPath(database: Database, actor: Actor, way: readonly PathEntry[]): Promise<FileRoot> {
  const root = rootOf(actor, way)
  await requireRoot(database, actor, root)
  return root
}

/** A folder, or the top of a root. */
export interface Folder {
  root: FileRoot
  /** From the top of the root down to the folder; empty for the top itself. */
  way: readonly PathEntry[]
  /** Pid of the folder; null at the top. */
  pid: string | null
}

/**
 * The folder a parentId stands for, a root's name or a folder's pid, open to the actor; refuses otherwise.
 */
export async function openFolder(database: Database, actor: Actor, parentId: string): Promise<Folder> {
  const named = parseFileRoot(parentId)
  if (named !== null) {
    await requireRoot(database, actor, named)
    return { root: named, way: [], pid: null }
  }
  const way = Pid.safeParse(parentId).success ? await findPath(database, parentId) : []
  const last = way.at(-1)
  if (last?.mimeType !== folderMimeType) throw notFound()
  return { root: await openPath(database, actor, way), way, pid: last.pid }
}

/** A file or folder, finished or not, open to the actor, with the way to it. */
export interface OpenedFile {
  root: FileRoot
  way: readonly PathEntry[]
  file: PathEntry
}

/**
 * All of these files and folders, in this order, once each of them is open to the actor; refuses otherwise.
 */
export async function openFiles(
  database: Database,
  actor: Actor,
  pids: readonly string[],
): Promise<OpenedFile[]> {
  const ways = await listPaths(
    database,
    pids.filter((pid) => Pid.safeParse(pid).success),
  )
  const opened = pids.map((pid) => {
    const way = ways.get(pid) ?? []
    const [root, file] = [rootOf(actor, way), way.at(-1)]
    if (file === undefined) throw notFound()
    return { root, way, file }
  })
  for (const root of new Map(opened.map((each) => [each.root.name, each.root])).values())
    await requireRoot(database, actor, root)
  return opened
}

export async function openFile(database: Database, actor: Actor, pid: string): Promise<OpenedFile> {
  const [opened] = await openFiles(database, actor, [pid])
  if (opened === undefined) throw notFound()
  return opened
}
