import { z } from 'zod'

/** Body of a call that affects everyone and needs explicit confirmation. */
export const Confirmation = z.strictObject({ confirm: z.literal(true) })

/** Authentication methods. */
export const signInMethods = ['demo', 'passkey', 'microsoft', 'link', 'recovery', 'sign-up'] as const
export type SignInMethod = (typeof signInMethods)[number]

/**
 * A session as visible to its owner and to administrators. `id` only identifies it and does not grant access.
 */
export const Session = z.object({
  id: z.string(),
  /** Whether this call was made with it. */
  current: z.boolean(),
  method: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
})
export type Session = z.infer<typeof Session>

/** Response of `GET /api/auth/sessions` and `GET /api/auth/users/{pid}/sessions`. */
export const SessionList = z.object({ sessions: z.array(Session) })
export type SessionList = z.infer<typeof SessionList>

/** A browser that a person has signed in with. They are notified of a sign-in from any other browser. */
export const KnownBrowser = z.object({
  /** Identifies it in calls. */
  id: z.string(),
  /** Whether this call was made with it. */
  current: z.boolean(),
  /** Its user agent; null when it was not stored. */
  userAgent: z.string().nullable(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
})
export type KnownBrowser = z.infer<typeof KnownBrowser>

/** Response of `GET /api/auth/browsers`, most recently used first. */
export const KnownBrowsers = z.object({ browsers: z.array(KnownBrowser) })
export type KnownBrowsers = z.infer<typeof KnownBrowsers>
