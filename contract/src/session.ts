import { z } from 'zod'
import { OrgRole } from './access/org-roles.ts'
import { Reference } from './ids.ts'
import { Language } from './language.ts'
import type { Role } from './roles.ts'
import { TimeZone } from './time-zones.ts'

export const sessionCookie = 'session_token'

/**
 * What a signed-in person without a role still waits for: approval of their request, a passkey of their own,
 * or a role.
 */
export const MissingStep = z.enum(['approval', 'passkey', 'role'])
export type MissingStep = z.infer<typeof MissingStep>

/** Answer of `GET /api/auth/me`. `role` is null until one is granted; `awaits` then says what is missing. */
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
  /** The zone their days are counted in: their own, or where they set none, the office's. */
  timeZone: z.string().optional(),
  /** The zone they set; null where they set none. */
  ownTimeZone: z.string().nullish(),
  /** The language they read: their own, or where they set none, what their browser prefers. */
  language: Language.optional(),
  /** The language they set; null where they set none. */
  ownLanguage: Language.nullish(),
  /** Said to administrators while nobody new can sign in. */
  signInsFrozen: z.boolean().optional(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/**
 * Who does something, as every rule sees them. `org` is the pid of a client's organization, null for staff;
 * `orgRole` their position there: a client without one counts as VIEWER.
 */
export interface Actor {
  pid: string
  role: Role
  org: string | null
  orgRole?: OrgRole | null
  /** The zone that today, overdue and all days are judged in; UTC where none is named. */
  timeZone?: TimeZone
  /** What they are answered in; English where none is named. */
  language?: Language
}

/**
 * Body of `PATCH /api/auth/me`: what a person sets for themselves. A zone of null is the office's, a language
 * of null the browser's. What is absent stays; at least one is named.
 */
export const OwnSettings = z
  .strictObject({ timeZone: TimeZone.nullable().optional(), language: Language.nullable().optional() })
  .refine((body) => Object.keys(body).length > 0, 'must name timeZone or language')

/** Answer of `GET /api/auth/me/profile`: what a person changes of their own record. Source: decision 0084. */
export const OwnProfile = z.object({ name: z.string(), phone: z.string().nullable(), version: z.int() })
export type OwnProfile = z.infer<typeof OwnProfile>

/**
 * Body of `PATCH /api/auth/me/profile`; name and phone are checked like those of any person. `version` is the
 * one that was read.
 */
export const OwnProfilePatch = z.strictObject({
  name: z.string().optional(),
  phone: z.string().nullable().optional(),
  version: z.int(),
})

export const DemoSignIn = z.strictObject({ role: z.string() })
