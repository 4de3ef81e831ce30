import { z } from 'zod'
import { storableText } from '../query/values.ts'

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]*$/, 'is not base64url')
const Attachment = z.enum(['platform', 'cross-platform'])
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Extensions = z.record(z.string(), z.unknown()).default({})

/** Transports of a passkey. Unknown transports of newer browsers are dropped. */
const Transports = z
  .array(z.string())
  .transform((given) => transports.filter((transport) => given.includes(transport)))

const credential = {
  id: Base64Url.min(1).max(1_400),
  rawId: Base64Url.min(1).max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment.nullish().transform((given) => given ?? undefined),
  clientExtensionResults: Extensions,
}

/** Result of `navigator.credentials.create` as JSON: body of `webauthn/register/verify`. */
export const PasskeyRegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url.min(1).max(20_000),
    attestationObject: Base64Url.min(1).max(200_000),
    transports: Transports.optional(),
  }),
})
export type PasskeyRegistrationResponse = z.infer<typeof PasskeyRegistrationResponse>

/** Result of `navigator.credentials.get` as JSON: body of `webauthn/{login,step-up}/verify`. */
export const PasskeyAuthenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url.min(1).max(20_000),
    authenticatorData: Base64Url.min(1).max(20_000),
    signature: Base64Url.min(1).max(20_000),
    userHandle: Base64Url.max(1_400)
      .nullish()
      .transform((given) => given ?? undefined),
  }),
})
export type PasskeyAuthenticationResponse = z.infer<typeof PasskeyAuthenticationResponse>

/** A passkey as visible to its owner and to administrators. */
export const Passkey = z.object({
  pid: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Whether its provider syncs it to other devices. */
  backedUp: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** Response of `GET /api/auth/passkeys` and `GET /api/auth/users/{pid}/passkeys`. */
export const PasskeyList = z.object({
  passkeys: z.array(Passkey),
  microsoft: z.array(z.object({ name: z.string(), createdAt: z.string() })),
  /** Number of unused recovery codes. */
  recoveryCodes: z.int(),
})
export type PasskeyList = z.infer<typeof PasskeyList>

/** Body of `PATCH /api/auth/passkeys/{pid}`. */
export const PasskeyName = z.strictObject({ name: storableText(60).pipe(z.string().min(1, 'is empty')) })

/** Response of `POST /api/auth/recovery-codes`. The codes are shown only once and stored as hashes. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Body of `POST /api/auth/recover`. */
export const Recovery = z.strictObject({ email: z.string().max(300), code: z.string().max(100) })
export type Recovery = z.infer<typeof Recovery>
