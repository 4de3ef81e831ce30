import { Refusal, collectionNames, collections, isAdministrator, isStaff, parseFileRoot, readOneScope } from '@portal/contract'
import type { Actor, CollectionName, FileRoot } from '@portal/contract'
import type { Database } from '#database/database.ts'
import { visiblePids } from '#records/visibility.ts'
import type { Step } from './files.queries.ts'

function notFound(): Refusal {
  return new Refusal('not-found', 'There is no such file or folder.')
}

function closedToRole(): Refusal {
  return new Refusal('forbidden', 'Your role does not open this folder.')
}

/** A collection through which the actor's role reads the record's table: the one asked for, else its other projection (tasks, client tasks). */
function openCollection(root: Extract<FileRoot, { kind: 'record' }>, actor: Actor): CollectionName | undefined {
  const { table } = collections[root.collection]
  const projections = [root.collection, ...collectionNames.filter((name) => collections[name].table === table)]
  return projections.find((name) => readOneScope(collections[name], actor) !== 'closed')
}

/**
 * Refuses when the actor may not read files of that root: 403 where the root is closed to the role, 404 where the record is out of scope.
 * Uploads are open to everybody: there the rows decide. Source: contract.md sections 5 and 10.2.
 */
export async function requireRoot(database: Database, actor: Actor, root: FileRoot): Promise<void> {
  switch (root.kind) {
    case 'uploads':
      return
    case 'team':
      if (!isStaff(actor.role)) throw closedToRole()
      return
    case 'restricted':
      if (!isAdministrator(actor.role)) throw closedToRole()
      return
    case 'record': {
      const collection = openCollection(root, actor)
      if (collection === undefined) throw closedToRole()
      const visible = await visiblePids(database, actor, collection, [root.pid])
      if (visible.has(root.pid)) return
      throw notFound()
    }
  }
}

/** Organization whose files a client sees; null for staff. A client without one matches no row. */
export function clientOrgOf(actor: Actor): string | null {
  return isStaff(actor.role) ? null : (actor.org ?? '')
}

/**
 * The root of a file or folder reached by its way from the top, once all of the way is open to the actor: nothing on it deleted and,
 * for clients, everything on it marked CLIENT and their own. To a client whatever is not theirs does not exist (404).
 */
export async function openWay(database: Database, actor: Actor, way: readonly Step[]): Promise<FileRoot> {
  const root = parseFileRoot(way[0]?.root ?? '')
  if (root === null || way.some((step) => step.isDeleted)) throw notFound()
  const clientOrg = clientOrgOf(actor)
  const isTheirs = (step: Step) => step.visibility === 'CLIENT' && (root.kind !== 'uploads' || step.org === clientOrg)
  if (clientOrg !== null && (root.kind === 'team' || root.kind === 'restricted' || !way.every(isTheirs))) throw notFound()
  await requireRoot(database, actor, root)
  return root
}
