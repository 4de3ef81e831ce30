import { z } from 'zod'
import { FileRecord, FileVisibility } from '../files.ts'

/** Body of `POST /api/mail/messages/{id}/attachments/{aid}/save`: the folder of files it goes to, such as `permits/<pid>`. */
export const SaveAttachment = z.strictObject({ parentId: z.string().min(1).max(200), visibility: FileVisibility.optional() })
export type SaveAttachment = z.infer<typeof SaveAttachment>

/** Its answer, 201: the file it has become; a duplicate name is numbered. */
export const SavedAttachment = z.object({ file: FileRecord })
