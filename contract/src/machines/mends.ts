import type { DrawerTab } from '../collections/declaration.ts'

const mends: readonly (readonly [RegExp, DrawerTab])[] = [
  [/package is not ready|or waive it\.$|by a second person is missing|by the client is missing/, 'Documents'],
  [/blocking tasks? (is|are) open|permits? (is|are) still on the way/, 'Related records'],
  [/conditions?( of the organization)? (must be met|is to be met|are to be met)/, 'Conditions'],
  [/balance is not nil|fee that is due|has paid fees|more than was paid/, 'Payment data'],
  [/document asked for is missing/, 'Files'],
  [/amendment of it is under way/, 'Relation'],
]

/** The tab of the record on which a reason against a step is mended; null for one that is not mended there, such as another's role. */
export function mendOf(reason: string): DrawerTab | null {
  return mends.find(([words]) => words.test(reason))?.[1] ?? null
}
