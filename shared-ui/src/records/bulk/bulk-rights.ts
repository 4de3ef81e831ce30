import type { Actor, Declaration, Scope, StatusMap } from '@portal/contract'
import { mayHaveStatus, statusTargets } from './status-targets.ts'

/** What is done with many records at once. */
export type BulkKind = 'update' | 'step' | 'delete'

/** Holds a scope no record of the collection? A client's drafts, say, are in no list of decided permits. */
function isEmpty(scope: Scope, collection: Declaration, map: StatusMap): boolean {
  if (typeof scope === 'string') return scope === 'closed'
  const { status } = scope
  return typeof status === 'string' && !mayHaveStatus(collection, status, map)
}

/**
 * Is this closed to the actor's role, whichever records are selected? The row rules are those of the
 * declaration; the server judges each row.
 */
export function isBarred(kind: BulkKind, collection: Declaration, actor: Actor, map: StatusMap): boolean {
  switch (kind) {
    case 'update':
      return isEmpty(collection.access.update(actor), collection, map)
    case 'step':
      return statusTargets(collection, actor, map).length === 0
    case 'delete':
      return isEmpty(collection.access.delete(actor), collection, map)
  }
}
