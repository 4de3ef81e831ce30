import { noFacts } from '@portal/contract'
import type { Actor, Filter, Machine } from '@portal/contract'

/** A status some step of this person leads to, and whether one of those steps asks for a reason. */
export interface StatusTarget {
  to: string
  asksReason: boolean
}

/**
 * What records of a machine may become by somebody of this role, in the machine's order; whether one record may is judged when it is tried.
 * `projection` is what all records of the collection have in common: client tasks have other ways than the office's own.
 */
export function statusTargets(machine: Machine, { role }: Pick<Actor, 'role'>, projection: Filter = {}): StatusTarget[] {
  const ways = machine.statuses.flatMap((status) => machine.ways({ ...projection, status }, noFacts)).filter(({ roles }) => roles.includes(role))
  return machine.statuses.flatMap((to) => {
    const leading = ways.filter((way) => way.to === to)
    return leading.length === 0 ? [] : [{ to, asksReason: leading.some(({ asksReason }) => asksReason === true) }]
  })
}
