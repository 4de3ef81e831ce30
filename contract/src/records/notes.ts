import { z } from 'zod'
import { orgRoleRefusal } from '../access/org-roles.ts'
import type { RoleAndPosition } from '../access/org-roles.ts'
import { Reference } from '../ids.ts'
import { filledText } from '../query/values.ts'

export const noteVisibilities = ['INTERNAL', 'CLIENT'] as const
export const NoteVisibility = z.enum(noteVisibilities)
export type NoteVisibility = z.infer<typeof NoteVisibility>
export const maxNoteLength = 20_000

/**
 * Why the actor may not write notes where they have read access; null when they may. A client with the
 * position VIEWER may not.
 */
export function whyNotNote(actor: RoleAndPosition): string | null {
  return orgRoleRefusal(actor, 'MEMBER')
}

/** Body of a new note. A client's note is always CLIENT; a staff note is INTERNAL by default. */
export const NewNote = z.strictObject({
  content: filledText(maxNoteLength),
  visibility: NoteVisibility.optional(),
})
export type NewNote = z.infer<typeof NewNote>

export const NotePatch = NewNote.partial().refine(
  (patch) => patch.content !== undefined || patch.visibility !== undefined,
  'changes nothing',
)
export type NotePatch = z.infer<typeof NotePatch>

export const Note = z.object({
  pid: z.string(),
  content: z.string(),
  visibility: NoteVisibility,
  author: Reference.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Note = z.infer<typeof Note>

/** Response of every call about notes: the current notes of the record, oldest first. */
export const Notes = z.object({ notes: z.array(Note) })
