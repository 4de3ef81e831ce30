import { z } from 'zod'
import { Reference } from '../ids.ts'
import { EmailAddress, storableText } from '../query/values.ts'

const Name = storableText(500).pipe(z.string().min(1, 'is empty'))

/** Body of `POST /api/auth/sign-up`. Source: contract.md 3. */
export const SignUp = z.strictObject({
  name: Name,
  email: EmailAddress,
  organization: storableText(500).optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** Body of `POST /api/auth/sign-up/confirm`: the token from the link that was mailed to the address. */
export const ConfirmAddress = z.strictObject({ token: z.string().min(1).max(200) })
export type ConfirmAddress = z.infer<typeof ConfirmAddress>

/**
 * Body of `POST /api/auth/setup`: the token of the link for the first superadmin, with their name and
 * address.
 */
export const Setup = z.strictObject({ token: z.string().min(1).max(200), name: Name, email: EmailAddress })
export type Setup = z.infer<typeof Setup>

export const requestStates = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RequestState = (typeof requestStates)[number]

/** An access request as visible to administrators. */
export const AccessRequest = z.object({
  pid: z.string(),
  name: z.string(),
  email: z.string(),
  organization: z.string().nullable(),
  state: z.enum(requestStates),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: Reference.nullable(),
  reason: z.string().nullable(),
  /** Whether the person has created a passkey or signed in with Microsoft. */
  hasProof: z.boolean(),
  /**
   * Whether the person opened the link that was mailed to the address. Without a mail setup, no link is sent.
   */
  address: z.enum(['verified', 'not-verified', 'mail-not-set-up']),
  /** An existing user with the same address. */
  clash: Reference.nullable(),
})
export type AccessRequest = z.infer<typeof AccessRequest>

/** Response of `GET /api/auth/requests?state=&page=`. */
export const AccessRequestList = z.object({
  requests: z.array(AccessRequest),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type AccessRequestList = z.infer<typeof AccessRequestList>

/** Body of `POST /api/auth/requests/{pid}/approve`. A client needs an organization. */
export const Approval = z.strictObject({
  role: z.string(),
  org: z.string().optional(),
  orgRole: z.string().optional(),
})
export type Approval = z.infer<typeof Approval>

/** Body of `POST /api/auth/requests/{pid}/reject`. */
export const Rejection = z.strictObject({ reason: storableText(1_000).optional() })
