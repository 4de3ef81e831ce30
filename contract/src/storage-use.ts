import { z } from 'zod'

const Bytes = z.int().min(0)

/** Number of listed clients, those with the largest storage. */
export const maxListedOrganizations = 10

/**
 * Response of `GET /config/storage`: used storage and limits in bytes. Deleted files count until they are
 * permanently removed.
 */
export const StorageUse = z.object({
  office: z.object({ bytes: Bytes, limit: Bytes }),
  organizations: z.object({
    /** Storage of all clients together. */
    bytes: Bytes,
    /** Limit per client. */
    limit: Bytes,
    /** Number of clients with stored files. */
    count: z.int().min(0),
    /** The ten clients with the largest storage, largest first. */
    largest: z
      .array(z.object({ pid: z.string(), title: z.string(), bytes: Bytes }))
      .max(maxListedOrganizations),
  }),
  /** Deleted files that can still be restored. They are included in the storage of office and clients. */
  deleted: Bytes,
  /** Texts and attachments of all mailboxes. */
  mail: Bytes,
  /** Disk of the server; null when files and database are stored on other machines. */
  disk: z.object({ freeBytes: Bytes, totalBytes: Bytes }).nullable(),
})
export type StorageUse = z.infer<typeof StorageUse>
