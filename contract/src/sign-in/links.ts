import { z } from 'zod'
import { Reference } from '../ids.ts'

/** An invitation is for whoever was never here, an enrolment link for whoever lost their passkeys. */
export const linkKinds = ['invitation', 'enrolment'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Body of `POST /api/auth/links/redeem`: the token of an invitation or an enrolment link. */
export const RedeemLink = z.strictObject({ token: z.string().min(1).max(200) })

/** Answer of `POST /api/auth/users/{pid}/link`: a link to hand over, shown once. */
export const PersonalLink = z.object({ link: z.string(), kind: z.enum(linkKinds), expiresAt: z.string() })
export type PersonalLink = z.infer<typeof PersonalLink>

/**
 * Somebody who was invited and has not come yet, or who holds a link that still opens. The link itself is
 * kept nowhere.
 */
export const LinkHolder = z.object({
  person: Reference,
  email: z.string().nullable(),
  role: z.string().nullable(),
  kind: z.enum(linkKinds),
  /** The latest link nobody has used; null where none was made or it was withdrawn. */
  link: z
    .object({ createdAt: z.string(), createdBy: Reference.nullable(), expiresAt: z.string() })
    .nullable(),
})
export type LinkHolder = z.infer<typeof LinkHolder>

/** `GET /api/auth/links?page=`, the latest first. */
export const LinkList = z.object({
  links: z.array(LinkHolder),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type LinkList = z.infer<typeof LinkList>
