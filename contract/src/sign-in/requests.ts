import { z } from 'zod'
import { Reference } from '../ids.ts'
import { EmailAddress, keptText } from '../query/values.ts'

const Name = keptText(500).pipe(z.string().min(1, 'is empty'))

/** Body of `POST /api/auth/sign-up`. Source: contract.md 3. */
export const SignUp = z.strictObject({
  name: Name,
  email: EmailAddress,
  organization: keptText(500).optional(),
})
export type SignUp = z.infer<typeof SignUp>

/** Body of `POST /api/auth/sign-up/confirm`: the token of the link that was mailed to the address. */
export const ConfirmAddress = z.strictObject({ token: z.string().min(1).max(200) })
export type ConfirmAddress = z.infer<typeof ConfirmAddress>

/** Body of `POST /api/auth/setup`: the token of the first superadmin's link, and who that is. */
export const Setup = z.strictObject({ token: z.string().min(1).max(200), name: Name, email: EmailAddress })
export type Setup = z.infer<typeof Setup>

export const requestStates = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RequestState = (typeof requestStates)[number]

/** Somebody who signed up, as administrators see it. */
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
  /** They have made a passkey or come by Microsoft, so somebody stands behind the request. */
  hasProof: z.boolean(),
  /**
   * Whether they opened the link that was mailed to the address; no link is mailed where mail is not set up.
   */
  address: z.enum(['verified', 'not-verified', 'mail-not-set-up']),
  /** The person who has this address already. */
  clash: Reference.nullable(),
})
export type AccessRequest = z.infer<typeof AccessRequest>

/** `GET /api/auth/requests?state=&page=`. */
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
export const Rejection = z.strictObject({ reason: keptText(1_000).optional() })
