import { z } from 'zod'
import { Reference } from './ids.ts'

export const folderMimeType = 'folder'

/** A file or folder (`mimeType: 'folder'`). `status` is `done` once its bytes are stored. */
export const FileRecord = z.object({
  pid: z.string(),
  name: z.string(),
  parentId: z.string(),
  size: z.number(),
  mimeType: z.string(),
  root: z.string(),
  status: z.string(),
  updatedAt: z.string(),
  updatedBy: Reference.nullable(),
  visibility: z.enum(['INTERNAL', 'CLIENT']),
})
export type FileRecord = z.infer<typeof FileRecord>

/** Answer of `GET /api/aws/listFiles?parentId=`. The top folder of a root has the root's name as its parentId. */
export const FileList = z.object({ success: z.boolean(), records: z.array(FileRecord), message: z.string() })
export type FileList = z.infer<typeof FileList>
