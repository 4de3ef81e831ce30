import type { AvailableTransition } from '@portal/contract'

/** Transitions that end or undo work; they are never suggested. */
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
 * The most likely next transition: of the allowed ones that neither end the work nor ask for a reason, the
 * one that leads furthest; for a held record, its release. `order` lists the statuses in order. Null when
 * there is none.
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
    .toSorted((a, other) => order.indexOf(other.to) - order.indexOf(a.to))
  return furthest ?? null
}
