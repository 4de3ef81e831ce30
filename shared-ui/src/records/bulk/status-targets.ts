import { hasOrgRole, machineOf, emptyGuardContext } from '@portal/contract'
import type { Declaration, RoleAndPosition, StatusMap } from '@portal/contract'
import type { ListState } from '../record-queries.ts'

/** A status some step of this person leads to, and whether one of those steps asks for a reason. */
export interface StatusTarget {
  to: string
  asksReason: boolean
}

/** A collection as a page lists it: the search over all permits holds those on their way and decided ones. */
export function listedAs(collection: Declaration, { scope }: Pick<ListState, 'scope'>): Declaration {
  const { projection, ...whole } = collection
  return scope === 'all' && projection !== undefined ? whole : collection
}

/**
 * May a record of this collection have this status? A permit is on its way or decided, as the map in force
 * says of its status.
 */
export function mayHaveStatus({ table, projection }: Declaration, status: string, map: StatusMap): boolean {
  if (table !== 'permits' || projection === undefined) return true
  return map.statuses.some(({ key, bucket }) => key === status && bucket === projection['bucket'])
}

/**
 * What records of a collection may become by somebody of this role and position, in the machine's order;
 * whether one record may is judged when it is tried. What all records of the collection have in common
 * counts: client tasks have other ways than the office's own.
 */
export function statusTargets(
  collection: Declaration,
  actor: RoleAndPosition,
  map: StatusMap,
): StatusTarget[] {
  const machine = machineOf(collection.name, map)
  if (machine === undefined || !hasOrgRole(actor, machine.clientPosition)) return []
  const ways = machine.statuses
    .filter((status) => mayHaveStatus(collection, status, map))
    .flatMap((status) => machine.transitions({ ...collection.projection, status }, emptyGuardContext))
    .filter(({ roles }) => roles.includes(actor.role))
  return machine.statuses.flatMap((to) => {
    const leading = ways.filter((way) => way.to === to)
    return leading.length === 0
      ? []
      : [{ to, asksReason: leading.some(({ asksReason }) => asksReason === true) }]
  })
}
