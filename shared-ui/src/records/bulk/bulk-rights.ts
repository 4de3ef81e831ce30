import { machines } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { statusTargets } from './status-targets.ts'

/** What is done with many records at once. */
export type BulkKind = 'update' | 'step' | 'delete'

function hasSteps(collection: Declaration, actor: Actor): boolean {
  const machine = machines[collection.name]
  // Whose steps there are on permits is for the map in force to say.
  return machine !== undefined && (collection.table === 'permits' || statusTargets(machine, actor, collection.projection).length > 0)
}

/** Is this closed to the actor's role, whichever records are selected? The row rules are those of the declaration; the server judges each row. */
export function isBarred(kind: BulkKind, collection: Declaration, actor: Actor): boolean {
  switch (kind) {
    case 'update':
      return collection.access.update(actor) === 'closed'
    case 'step':
      return !hasSteps(collection, actor)
    case 'delete':
      return collection.access.delete(actor) === 'closed'
  }
}
