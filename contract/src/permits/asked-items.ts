import { z } from 'zod'
import { keptText } from '../query/values.ts'
import { LocalDate } from '../time.ts'
import { documentTypes } from './code-tables.ts'

const codes = documentTypes.map(({ code }) => code)

/**
 * One thing a client is asked for with a step: what, by when, and the document where it is one. It becomes a
 * client task of its own.
 */
export const RequestedItem = z.strictObject({
  title: keptText(200).refine((title) => title !== '', 'says nothing'),
  requiredDocument: z.enum(codes).nullish(),
  dueDate: LocalDate.nullish(),
})
export type RequestedItem = z.infer<typeof RequestedItem>

/** Most that may be asked for at once. */
export const mostAskedItems = 50

/** Steps with which a client is asked for things. */
const asking: readonly string[] = ['WAITING_CLIENT', 'CORRECTIONS_REQUIRED']

/** May a client be asked for things with the step of a permit to this status? */
export function asksClient(to: string): boolean {
  return asking.includes(to)
}
