import { z } from 'zod'
import { FileRecord, FileVisibility } from '../files.ts'

/**
 * Body of `POST /api/mail/messages/{id}/attachments/{aid}/save`: the target folder, for example
 * `permits/<pid>`.
 */
export const SaveAttachment = z.strictObject({
  parentId: z.string().min(1).max(200),
  visibility: FileVisibility.optional(),
})
export type SaveAttachment = z.infer<typeof SaveAttachment>

/**
 * Response: 201 with the new file; a duplicate name gets a number. When the record already has a file with
 * the same bytes, 200 with that file and `isNew: false`.
 */
export const SavedAttachment = z.object({ file: FileRecord, isNew: z.boolean() })
export type SavedAttachment = z.infer<typeof SavedAttachment>
