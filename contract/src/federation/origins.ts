import { z } from 'zod'

/** Scheme, host and port alone, as `https://parts.example.org`. */
export const RemoteOrigin = z
  .string()
  .max(200)
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'is not an origin: write scheme, host and port alone, as https://parts.example.org',
  )

/** Body of `POST /api/federation/origins` (204) and query of its DELETE (204), for superadmins. */
export const RemoteOriginBody = z.strictObject({ origin: RemoteOrigin })
export type RemoteOriginBody = z.infer<typeof RemoteOriginBody>

/** A build in force that is served from another origin. */
export const ServedElsewhere = z.object({
  remote: z.string(),
  version: z.string(),
  owner: z.string(),
  /** When its files were last compared with those that were published. */
  checkedAt: z.string().nullable(),
  /** What differs. Meanwhile the portal serves its own copy. */
  problem: z.string().nullable(),
})
export type ServedElsewhere = z.infer<typeof ServedElsewhere>

/** Response of `GET /api/federation/origins`: where builds may be served from besides the portal. */
export const RemoteOrigins = z.object({
  origins: z.array(
    z.object({
      origin: z.string(),
      addedAt: z.string(),
      addedBy: z.string(),
      builds: z.array(ServedElsewhere),
    }),
  ),
})
export type RemoteOrigins = z.infer<typeof RemoteOrigins>
