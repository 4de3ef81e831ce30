import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import type { GuardContext } from './machine.ts'

/** What the authority's comments without a response say against a submission. */
export function unansweredCorrections({ corrections: { open: count } }: Pick<GuardContext, 'corrections'>): Unmet[] {
  if (count === 0) return []
  const sentence = `${count} ${count === 1 ? 'comment' : 'comments'} of the corrections ${count === 1 ? 'is' : 'are'} unanswered.`
  return [unmet('corrections-unanswered', sentence, 'Corrections', { count })]
}
