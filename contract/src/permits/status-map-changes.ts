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

/** A list as text, independent of its order. An empty or absent text is null. */
function told(value: unknown): unknown {
  if (value === undefined || value === '') return null
  return Array.isArray(value) ? value.map(String).toSorted().join(', ') : value
}

function stepsTold({ next }: PermitStatus): Record<string, string> {
  return Object.fromEntries(
    next.map(({ to, roles, guard, askReason }) => [
      to,
      [
        `by ${roles.toSorted().join(', ')}`,
        ...(guard.length > 0 ? [`if ${guard.toSorted().join(', ')}`] : []),
        ...(askReason ? ['with a reason'] : []),
      ].join('; '),
    ]),
  )
}

function changesOfStatus(from: PermitStatus, to: PermitStatus): StatusMapChange[] {
  const at = (name: string) => `${to.key}.${name}`
  const values = trackedStatusFields.flatMap((name) => {
    const [before, after] = [told(from[name]), told(to[name])]
    return before === after ? [] : [{ field: at(name), from: before, to: after }]
  })
  const [before, after] = [stepsTold(from), stepsTold(to)]
  const steps = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((target) =>
    before[target] === after[target]
      ? []
      : [{ field: at(`next.${target}`), from: before[target] ?? null, to: after[target] ?? null }],
  )
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
