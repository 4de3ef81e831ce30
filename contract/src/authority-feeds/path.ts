import type { GuardContext } from '../machines/machine.ts'
import { automaticTargets } from '../machines/automatic.ts'
import { permitMachineOf } from '../machines/permits.ts'
import { findStatus, permitStatus } from '../permits/status-map.ts'
import type { StatusMap } from '../permits/status-map.ts'

/**
 * Statuses that say something of their own, so that no path leads through them: a permit that was finaled was
 * not denied on the way, although the map leads from denied to closed.
 */
const neverPassed: ReadonlySet<string> = new Set([
  permitStatus.DENIED,
  permitStatus.WITHDRAWN,
  permitStatus.CANCELLED,
  permitStatus.REJECTED_INTAKE,
  permitStatus.EXPIRED,
  permitStatus.REVOKED,
  permitStatus.VOIDED,
  permitStatus.SUPERSEDED,
  permitStatus.CLOSED,
  permitStatus.ON_HOLD,
  permitStatus.CORRECTIONS_REQUIRED,
  permitStatus.WAITING_CLIENT,
])

/** An issued permit expires by its date, which no button does. An authority may say so first. */
export function isExpiry(from: string, to: string): boolean {
  return to === permitStatus.EXPIRED && automaticTargets('permits', from).includes(to)
}

/**
 * The shortest way through the status map, as the statuses after `from`; null when there is none. Guards and
 * roles are not asked: they answer when the way is shown and when it is taken.
 */
export function pathTo(
  map: StatusMap,
  from: string,
  to: string,
  facts: GuardContext,
): readonly string[] | null {
  const machine = permitMachineOf(map)
  const nextOf = (status: string) => [
    ...machine.transitions({ status }, facts).map((transition) => transition.to),
    ...automaticTargets('permits', status).filter((target) => isExpiry(status, target)),
  ]
  const before = new Map<string, string>()
  let reached = [from]
  while (reached.length > 0) {
    const further: string[] = []
    for (const status of reached) {
      for (const next of nextOf(status)) {
        if (next === from || before.has(next)) continue
        before.set(next, status)
        if (next === to) return back(before, from, to)
        if (!neverPassed.has(next)) further.push(next)
      }
    }
    reached = further
  }
  return null
}

function back(before: ReadonlyMap<string, string>, from: string, to: string): string[] {
  const path: string[] = []
  for (let status: string | undefined = to; status !== undefined && status !== from;) {
    path.unshift(status)
    status = before.get(status)
  }
  return path
}

/** Whether a permit that reaches this status has ended: it was decided, and it is not in force. */
export function isEndStatus(map: StatusMap, status: string): boolean {
  return status !== permitStatus.ISSUED && findStatus(map, status)?.bucket === 'processed'
}
