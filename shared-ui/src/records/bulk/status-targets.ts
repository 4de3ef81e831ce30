import { noFacts } from '@portal/contract'
import type { Actor, Machine } from '@portal/contract'

/** A status some step of this person leads to, and whether one of those steps asks for a reason. */
export interface StatusTarget {
  to: string
  asksReason: boolean
}

/** What records of a machine may become by somebody of this role, in the machine's order; whether one record may is judged when it is tried. */
export function statusTargets(machine: Machine, { role }: Pick<Actor, 'role'>): StatusTarget[] {
  const ways = machine.statuses.flatMap((status) => machine.ways({ status }, noFacts)).filter(({ roles }) => roles.includes(role))
  return machine.statuses.flatMap((to) => {
    const leading = ways.filter((way) => way.to === to)
    return leading.length === 0 ? [] : [{ to, asksReason: leading.some(({ asksReason }) => asksReason === true) }]
  })
}
