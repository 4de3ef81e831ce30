import { z } from 'zod'
import { Reference } from '../ids.ts'
import { Metadata } from '../query/calls.ts'

/**
 * One field that changed; references are `{ pid, title }`, as records show them, those in a list of people
 * too.
 */
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
  'read',
] as const

/** One event in a record's life, newest first in the list. Fields masked for the reader are left out. */
export const HistoryEntry = z.object({
  at: z.string(),
  by: Reference.nullable(),
  action: z.string(),
  changes: z.array(FieldChange),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const History = z.object({ changes: z.array(HistoryEntry), metadata: Metadata })
export type History = z.infer<typeof History>
