import type { Actor, Declaration, Scope, StatusMap } from '@portal/contract'
import { mayHaveStatus, statusTargets } from './status-targets.ts'

/** An action on several records. */
export type BulkKind = 'update' | 'step' | 'delete'

/**
 * True if no record of the collection matches the scope. For example, a list of decided permits has no
 * drafts.
 */
function isEmpty(scope: Scope, collection: Declaration, map: StatusMap): boolean {
  if (typeof scope === 'string') return scope === 'closed'
  const { status } = scope
  return typeof status === 'string' && !mayHaveStatus(collection, status, map)
}

/**
 * True if the actor's role may not take this action on any record. The row rules come from the declaration;
 * the server checks each row.
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
