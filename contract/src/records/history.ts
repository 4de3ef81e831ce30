import { z } from 'zod'
import { Reference } from '../ids.ts'
import { Metadata } from '../query/calls.ts'

/** One changed field. References are `{ pid, title }` as in records, also in a list of people. */
export const FieldChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type FieldChange = z.infer<typeof FieldChange>

export const historyActions = [
  'create',
  'update',
  'delete',
  'restore',
  'transition',
  'undo',
  'note',
  'import',
  'merge',
  'read',
] as const
export type HistoryAction = (typeof historyActions)[number]

/**
 * One event in the history of a record; lists are sorted newest first. Fields masked for the reader are
 * omitted.
 */
export const HistoryEntry = z.object({
  at: z.string(),
  by: Reference.nullable(),
  action: z.string(),
  changes: z.array(FieldChange),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const History = z.object({ changes: z.array(HistoryEntry), metadata: Metadata })
export type History = z.infer<typeof History>
