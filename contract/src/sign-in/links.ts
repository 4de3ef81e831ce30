import { z } from 'zod'
import { Reference } from '../ids.ts'

/** An invitation is for a new user, an enrollment link for a user who lost their passkeys. */
export const linkKinds = ['invitation', 'enrolment'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Body of `POST /api/auth/links/redeem`: the token of an invitation or an enrollment link. */
export const RedeemLink = z.strictObject({ token: z.string().min(1).max(200) })

/** Response of `POST /api/auth/users/{pid}/link`: a link to hand over, shown only once. */
export const PersonalLink = z.object({
  link: z.string(),
  kind: z.enum(linkKinds),
  expiresAt: z.string(),
  /** It is mailed to its person as well. */
  isMailed: z.boolean().optional(),
})
export type PersonalLink = z.infer<typeof PersonalLink>

/** A person with an unused invitation or a valid link. The link itself is not stored. */
export const LinkHolder = z.object({
  person: Reference,
  email: z.string().nullable(),
  role: z.string().nullable(),
  kind: z.enum(linkKinds),
  /** The latest unused link; null when there is none or it was revoked. */
  link: z
    .object({ createdAt: z.string(), createdBy: Reference.nullable(), expiresAt: z.string() })
    .nullable(),
})
export type LinkHolder = z.infer<typeof LinkHolder>

/** Response of `GET /api/auth/links?page=`, latest first. */
export const LinkList = z.object({
  links: z.array(LinkHolder),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type LinkList = z.infer<typeof LinkList>
