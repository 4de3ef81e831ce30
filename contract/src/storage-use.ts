import { z } from 'zod'

const Bytes = z.int().min(0)

/** Clients that are listed by what they store: those that store most. */
export const mostListedOrganizations = 10

/**
 * Answer of `GET /config/storage`: what is stored and what may be, in bytes. Deleted files count until they
 * are removed for good.
 */
export const StorageUse = z.object({
  office: z.object({ bytes: Bytes, limit: Bytes }),
  organizations: z.object({
    /** Of all clients together. */
    bytes: Bytes,
    /** Of each. */
    limit: Bytes,
    /** Clients that store something. */
    count: z.int().min(0),
    /** The ten that store most, most first. */
    largest: z
      .array(z.object({ pid: z.string(), title: z.string(), bytes: Bytes }))
      .max(mostListedOrganizations),
  }),
  /** Deleted files that can be restored still; they are part of what office and clients store. */
  deleted: Bytes,
  /** Texts and attachments of all mailboxes. */
  mail: Bytes,
  /** The disk of the server; null where files and database lie elsewhere. */
  disk: z.object({ freeBytes: Bytes, totalBytes: Bytes }).nullable(),
})
export type StorageUse = z.infer<typeof StorageUse>
