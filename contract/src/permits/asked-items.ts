import { z } from 'zod'
import { storableText } from '../query/values.ts'
import { LocalDate } from '../time.ts'
import { LibraryCode } from '../permit-library/permit-library.ts'

/**
 * One item requested from a client in a transition: a description, a due date and, for a document, its type.
 * Each item becomes a client task.
 */
export const RequestedItem = z.strictObject({
  title: storableText(200).refine((title) => title !== '', 'says nothing'),
  /** Code of a document type. Which there are is checked with the library of the office. */
  requiredDocument: LibraryCode.nullish(),
  dueDate: LocalDate.nullish(),
})
export type RequestedItem = z.infer<typeof RequestedItem>

/** Maximum number of items per request. */
export const maxAskedItems = 50

/** Transitions that can request items from the client. */
const asking: readonly string[] = ['WAITING_CLIENT', 'CORRECTIONS_REQUIRED']

/** Whether a transition to this status can request items from the client. */
export function asksClient(to: string): boolean {
  return asking.includes(to)
}
