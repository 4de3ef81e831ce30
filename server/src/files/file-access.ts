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
import type { Actor, CollectionName, Declaration, FileRoot } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'
import { refuseMerged } from '#engine/query/merged-record.ts'
import { columnName } from '#engine/sql/columns.ts'
import { visiblePids } from '#engine/query/visible-pids.ts'
import { findPath, listPaths } from './files.queries.ts'
import type { PathEntry } from './files.queries.ts'

export function notFound(): Refusal {
  return new Refusal('not-found', 'File or folder not found.')
}

function closedToRole(): Refusal {
  return new Refusal('forbidden', 'You don’t have access to this folder.')
}

/**
 * The collection through which the actor's role can read the table of the record: the requested one, else its
 * other projection (tasks, client tasks).
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
 * The error when the actor may not read files of that root, or null: 403 when the root is closed to the role,
 * 404 when the record is out of scope. The `uploads` root is open to everybody; there the row rule decides.
 * Source: contract.md 5 and 10.2.
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

/** Throws 409 if a root belongs to a record that was merged into another one, whose files are there now. */
export async function requireUnmergedRoot(database: Database, root: FileRoot): Promise<void> {
  if (root.kind !== 'record') return
  const { table, mergedField }: Declaration = collections[root.collection]
  if (mergedField === undefined) return
  const column = columnName(mergedField)
  const merged = await database.query(
    `select 1 from ${table} t where t.pid = $1 and t.${column} is not null`,
    [root.pid],
  )
  if (merged.length > 0) refuseMerged()
}

/** Throws 403 for a client with view-only rights. */
export function requireUploader(actor: Actor): void {
  const why = whyNotUpload(actor)
  if (why !== null) throw new Refusal('forbidden', why)
}

/**
 * Organization whose files a client sees; null for staff. For a client without an organization, a value that
 * matches no row.
 */
export function clientOrgOf(actor: Actor): string | null {
  return isStaff(actor.role) ? null : (actor.org ?? '')
}

/** The fields of a file or folder that decide who sees it, once the root is open to them. */
export type VisibilityFields = Pick<PathEntry, 'visibility' | 'org'>

/**
 * Whether the row rule shows the file to the actor. Staff see everything in a root that is open to them;
 * clients see what is marked CLIENT and, in `uploads`, belongs to their organization.
 */
export function canSeeFile(actor: Actor, root: FileRoot, { visibility, org }: VisibilityFields): boolean {
  const clientOrg = clientOrgOf(actor)
  if (clientOrg === null) return true
  if (root.kind === 'team' || root.kind === 'restricted') return false
  return visibility === 'CLIENT' && (root.kind !== 'uploads' || org === clientOrg)
}

/**
 * The root of a path. Throws 404 when the path is empty or contains a deleted or hidden step: for a client,
 * such a file does not exist.
 */
function rootOf(actor: Actor, folderPath: readonly PathEntry[]): FileRoot {
  const root = parseFileRoot(folderPath[0]?.root ?? '')
  if (root === null || folderPath.some((step) => step.isDeleted || !canSeeFile(actor, root, step)))
    throw notFound()
  return root
}

/** The root of a file or folder, after the access check of its whole path. */
async function openPath(
  database: Database,
  actor: Actor,
  folderPath: readonly PathEntry[],
): Promise<FileRoot> {
  const root = rootOf(actor, folderPath)
  await requireRoot(database, actor, root)
  return root
}

/** A folder, or the top level of a root. */
export interface Folder {
  root: FileRoot
  /** From the top of the root down to the folder; empty for the top level. */
  folderPath: readonly PathEntry[]
  /** Pid of the folder; null at the top level. */
  pid: string | null
}

/**
 * Resolves a parentId (name of a root or pid of a folder) to a folder that is open to the actor; throws
 * otherwise.
 */
export async function openFolder(database: Database, actor: Actor, parentId: string): Promise<Folder> {
  const named = parseFileRoot(parentId)
  if (named !== null) {
    await requireRoot(database, actor, named)
    return { root: named, folderPath: [], pid: null }
  }
  const folderPath = Pid.safeParse(parentId).success ? await findPath(database, parentId) : []
  const last = folderPath.at(-1)
  if (last?.mimeType !== folderMimeType) throw notFound()
  return { root: await openPath(database, actor, folderPath), folderPath, pid: last.pid }
}

/** A file or folder, finished or not, that is open to the actor, with its path. */
export interface OpenedFile {
  root: FileRoot
  folderPath: readonly PathEntry[]
  file: PathEntry
}

/** Resolves files and folders, in this order. Throws unless all of them are open to the actor. */
export async function openFiles(
  database: Database,
  actor: Actor,
  pids: readonly string[],
): Promise<OpenedFile[]> {
  const folderPaths = await listPaths(
    database,
    pids.filter((pid) => Pid.safeParse(pid).success),
  )
  const opened = pids.map((pid) => {
    const folderPath = folderPaths.get(pid) ?? []
    const [root, file] = [rootOf(actor, folderPath), folderPath.at(-1)]
    if (file === undefined) throw notFound()
    return { root, folderPath, file }
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
