import type { z } from 'zod'
import { StatusStep } from './status-map.ts'
import type { PermitStatus, StatusMapChange } from './status-map.ts'

/**
 * Fields of a status whose changes are listed individually. Changes of its transitions are listed separately.
 */
export const trackedStatusFields = [
  'label',
  'clientLabel',
  'labelEs',
  'clientLabelEs',
  'stage',
  'bucket',
  'court',
  'colour',
  'icon',
  'order',
  'slaDays',
  'staleAfterDays',
  'requires',
  'notify',
] as const

/** A transition as it stands in a change: codes, which a screen puts into words. */
export const StepChange = StatusStep.pick({ roles: true, guard: true, askReason: true })
export type StepChange = z.infer<typeof StepChange>

/** A value as it is compared and listed: a list without its order, an empty or absent text as null. */
function listed(value: unknown): unknown {
  if (value === undefined || value === '') return null
  return Array.isArray(value) ? value.map(String).toSorted() : value
}

function stepsOf({ next }: PermitStatus): Map<string, StepChange> {
  return new Map(
    next.map(({ to, roles, guard, askReason }) => [
      to,
      { roles: roles.toSorted(), guard: guard.toSorted(), askReason },
    ]),
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changesOfStatus(from: PermitStatus, to: PermitStatus): StatusMapChange[] {
  const at = (name: string) => `${to.key}.${name}`
  const values = trackedStatusFields.flatMap((name) => {
    const [before, after] = [listed(from[name]), listed(to[name])]
    return isSame(before, after) ? [] : [{ field: at(name), from: before, to: after }]
  })
  const [before, after] = [stepsOf(from), stepsOf(to)]
  const steps = [...new Set([...before.keys(), ...after.keys()])].flatMap((target) => {
    const [left, right] = [before.get(target) ?? null, after.get(target) ?? null]
    return isSame(left, right) ? [] : [{ field: at(`next.${target}`), from: left, to: right }]
  })
  return [...values, ...steps]
}

/**
 * The differences between two maps by status, with the field names used in the audit log:
 * `UNDER_REVIEW.label`, `NEW.next.CANCELLED`.
 */
export function statusMapChanges(
  from: readonly PermitStatus[],
  to: readonly PermitStatus[],
): StatusMapChange[] {
  const before = new Map(from.map((status) => [status.key, status]))
  const gone = from.filter(({ key }) => !to.some((status) => status.key === key))
  // Adding or removing a status shifts the order of those after it. Only the added or removed status is
  // listed.
  const isSameList = gone.length === 0 && from.length === to.length
  const kept = to.flatMap((status) => {
    const known = before.get(status.key)
    if (known === undefined) return [{ field: status.key, from: null, to: status.label }]
    return changesOfStatus(isSameList ? known : { ...known, order: status.order }, status)
  })
  return [...gone.map(({ key, label }) => ({ field: key, from: label, to: null })), ...kept]
}
