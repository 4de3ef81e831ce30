import type { AvailableTransition } from '@portal/contract'

/** Steps that end work on a record or take it back: nobody takes one by the way. */
const ends: readonly string[] = [
  'WITHDRAWN',
  'CANCELLED',
  'VOID',
  'VOIDED',
  'REVOKED',
  'WRITTEN_OFF',
  'FAILED',
  'RETURNED',
]

/**
 * The step that is most likely taken next: of those open now that neither end the work nor ask why, the one
 * that leads furthest; out of a hold its release. `order` are the statuses in their order. Null where none
 * stands out.
 */
export function likelyStep(
  steps: readonly AvailableTransition[],
  status: unknown,
  order: readonly string[],
): AvailableTransition | null {
  const open = steps.filter(({ allowed, to }) => allowed && !ends.includes(to))
  if (status === 'ON_HOLD') return open[0] ?? null
  const [furthest] = open
    .filter(({ asksReason }) => !asksReason)
    .toSorted((one, other) => order.indexOf(other.to) - order.indexOf(one.to))
  return furthest ?? null
}
