import { z } from 'zod'

/** Body of a call that concerns everybody: said on purpose. */
export const Confirmation = z.strictObject({ confirm: z.literal(true) })

/** How somebody proved who they are. */
export const signInMethods = ['demo', 'passkey', 'microsoft', 'link', 'recovery', 'sign-up'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** A session as its owner and administrators see it; `id` names it and opens nothing. */
export const Session = z.object({
  id: z.string(),
  /** The one this call was made with. */
  current: z.boolean(),
  method: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
})
export type Session = z.infer<typeof Session>

/** `GET /api/auth/sessions` and `GET /api/auth/users/{pid}/sessions`. */
export const SessionList = z.object({ sessions: z.array(Session) })
export type SessionList = z.infer<typeof SessionList>

/** A browser that a person signed in with: a sign-in from any other is told to them. */
export const KnownBrowser = z.object({
  /** Names it in calls. */
  id: z.string(),
  /** True for the one that asks. */
  current: z.boolean(),
  /** What it called itself; null where that was not kept. */
  userAgent: z.string().nullable(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
})
export type KnownBrowser = z.infer<typeof KnownBrowser>

/** Answer of `GET /api/auth/browsers`, the last used first. */
export const KnownBrowsers = z.object({ browsers: z.array(KnownBrowser) })
export type KnownBrowsers = z.infer<typeof KnownBrowsers>
