import { z } from 'zod'
import { FileRecord, FileVisibility } from '../files.ts'

/**
 * Body of `POST /api/mail/messages/{id}/attachments/{aid}/save`: the folder of files it goes to, such as
 * `permits/<pid>`.
 */
export const SaveAttachment = z.strictObject({
  parentId: z.string().min(1).max(200),
  visibility: FileVisibility.optional(),
})
export type SaveAttachment = z.infer<typeof SaveAttachment>

/**
 * Its answer: the file it has become, 201; a duplicate name is numbered. Where the same bytes lie in the
 * record's files already, that file, 200 and not new.
 */
export const SavedAttachment = z.object({ file: FileRecord, isNew: z.boolean() })
export type SavedAttachment = z.infer<typeof SavedAttachment>
