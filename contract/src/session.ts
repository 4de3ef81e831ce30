import { z } from 'zod'
import { OrgRole } from './access/org-roles.ts'
import { Reference } from './ids.ts'
import { Language } from './language.ts'
import type { Role } from './roles.ts'
import { TimeZone } from './time-zones.ts'

export const sessionCookie = 'session_token'

/** What a signed-in person without a role still needs: approval of their request, a passkey, or a role. */
export const MissingStep = z.enum(['approval', 'passkey', 'role'])
export type MissingStep = z.infer<typeof MissingStep>

/**
 * Response of `GET /api/auth/me`. `role` is null until one is granted; `awaits` says what is missing until
 * then.
 */
export const CurrentUser = z.object({
  pid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  org: Reference.nullable(),
  /** A client's position in their organization; absent for staff. */
  orgRole: OrgRole.nullish(),
  pages: z.record(z.string(), z.boolean()),
  modules: z.record(z.string(), z.boolean()),
  awaits: MissingStep.nullish(),
  /** Effective time zone: the user's own, or the time zone of the office. */
  timeZone: z.string().optional(),
  /** Time zone set by the user, or null. */
  ownTimeZone: z.string().nullish(),
  /** Effective language: the user's own, or the preference of the browser. */
  language: Language.optional(),
  /** Language set by the user, or null. */
  ownLanguage: Language.nullish(),
  /** Present for administrators while new sign-ins are blocked. */
  signInsFrozen: z.boolean().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/**
 * The person who performs an action, as seen by all rules. `org` is the pid of a client's organization, null
 * for staff. `orgRole` is the client's position there; a client without a position counts as VIEWER.
 */
export interface Actor {
  pid: string
  role: Role
  org: string | null
  orgRole?: OrgRole | null
  /** Time zone for today, overdue and all days; default UTC. */
  timeZone?: TimeZone
  /** Language of the responses; default English. */
  language?: Language
}

/**
 * Body of `PATCH /api/auth/me`: personal settings. A null time zone means the time zone of the office, a null
 * language the preference of the browser. Absent settings do not change; at least one must be present.
 */
export const OwnSettings = z
  .strictObject({ timeZone: TimeZone.nullable().optional(), language: Language.nullable().optional() })
  .refine((body) => Object.keys(body).length > 0, 'must name timeZone or language')

/**
 * Response of `GET /api/auth/me/profile`: the fields that users change in their own record. Source: decision
 * 0084.
 */
export const OwnProfile = z.object({ name: z.string(), phone: z.string().nullable(), version: z.int() })
export type OwnProfile = z.infer<typeof OwnProfile>

/**
 * Body of `PATCH /api/auth/me/profile`. Name and phone are validated as in any user record. `version` is the
 * version that was read.
 */
export const OwnProfilePatch = z.strictObject({
  name: z.string().optional(),
  phone: z.string().nullable().optional(),
  version: z.int(),
})

export const DemoSignIn = z.strictObject({ role: z.string() })
