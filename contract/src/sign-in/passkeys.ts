import { z } from 'zod'
import { keptText } from '../query/values.ts'

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]*$/, 'is not base64url')
const Attachment = z.enum(['platform', 'cross-platform'])
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Extensions = z.record(z.string(), z.unknown()).default({})

/** Transports a browser names; those of browsers newer than this list are left out. */
const Transports = z.array(z.string()).transform((given) => transports.filter((each) => given.includes(each)))

const credential = {
  id: Base64Url.min(1).max(1_400),
  rawId: Base64Url.min(1).max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: Attachment.nullish().transform((given) => given ?? undefined),
  clientExtensionResults: Extensions,
}

/** What a browser answers to `navigator.credentials.create`, as JSON: body of `webauthn/register/verify`. */
export const RegistrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url.min(1).max(20_000),
    attestationObject: Base64Url.min(1).max(200_000),
    transports: Transports.optional(),
  }),
})
export type RegistrationAnswer = z.infer<typeof RegistrationAnswer>

/**
 * What a browser answers to `navigator.credentials.get`, as JSON: body of `webauthn/{login,step-up}/verify`.
 */
export const AuthenticationAnswer = z.object({
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
export type AuthenticationAnswer = z.infer<typeof AuthenticationAnswer>

/** A passkey as its owner and administrators see it. */
export const Passkey = z.object({
  pid: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Synced to other devices by its provider. */
  backedUp: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** `GET /api/auth/passkeys` and `GET /api/auth/users/{pid}/passkeys`. */
export const PasskeyList = z.object({
  passkeys: z.array(Passkey),
  microsoft: z.array(z.object({ name: z.string(), createdAt: z.string() })),
  /** Recovery codes not used yet. */
  recoveryCodes: z.int(),
})
export type PasskeyList = z.infer<typeof PasskeyList>

/** Body of `PATCH /api/auth/passkeys/{pid}`. */
export const PasskeyName = z.strictObject({ name: keptText(60).pipe(z.string().min(1, 'is empty')) })

/** Answer of `POST /api/auth/recovery-codes`: shown once, kept as hashes. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Body of `POST /api/auth/recover`. */
export const Recovery = z.strictObject({ email: z.string().max(300), code: z.string().max(100) })
export type Recovery = z.infer<typeof Recovery>
