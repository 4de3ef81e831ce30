import { phrase } from '../sentence.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import type { GuardContext } from './machine.ts'

/** Blocks a submission while comments of the authority have no response. */
export function unansweredCorrections({
  corrections: { open: count },
}: Pick<GuardContext, 'corrections'>): Unmet[] {
  if (count === 0) return []
  const sentence =
    count === 1
      ? '1 agency comment needs a response.'
      : phrase('{{count}} agency comments need a response.', { count })
  return [unmet('corrections-unanswered', sentence, 'Corrections', { count })]
}
