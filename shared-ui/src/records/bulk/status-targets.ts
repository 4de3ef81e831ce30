import { hasOrgRole, machineOf, emptyGuardContext } from '@portal/contract'
import type { Declaration, RoleAndPosition, StatusMap } from '@portal/contract'

/** A status that one of the actor's transitions leads to, and whether such a transition asks for a reason. */
export interface StatusTarget {
  to: string
  asksReason: boolean
}

/**
 * True if a record of this collection can have this status. Where the status map applies, it says which
 * bucket a status belongs to.
 */
export function mayHaveStatus(
  { hasStatusMap, projection }: Declaration,
  status: string,
  map: StatusMap,
): boolean {
  if (hasStatusMap !== true || projection === undefined) return true
  return map.statuses.some(({ key, bucket }) => key === status && bucket === projection['bucket'])
}

/**
 * The statuses that an actor with this role and position may set, in the machine's order. Whether one record
 * can make the transition is checked when it is tried. Transitions are evaluated with the projection of the
 * collection, since client tasks have other transitions than office tasks.
 */
export function statusTargets(
  collection: Declaration,
  actor: RoleAndPosition,
  map: StatusMap,
): StatusTarget[] {
  const machine = machineOf(collection.name, map)
  if (machine === undefined || !hasOrgRole(actor, machine.clientPosition)) return []
  const transitions = machine.statuses
    .filter((status) => mayHaveStatus(collection, status, map))
    .flatMap((status) => machine.transitions({ ...collection.projection, status }, emptyGuardContext))
    .filter(({ roles }) => roles.includes(actor.role))
  return machine.statuses.flatMap((to) => {
    const leading = transitions.filter((transition) => transition.to === to)
    return leading.length === 0
      ? []
      : [{ to, asksReason: leading.some(({ asksReason }) => asksReason === true) }]
  })
}
