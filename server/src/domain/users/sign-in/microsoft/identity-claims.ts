import { EmailAddress, Refusal, storableText } from '@portal/contract'
import { z } from 'zod'
import type { Environment } from '#platform/environment/environment.ts'
import type { IdentityKey } from './microsoft.queries.ts'

/** Claims of a verified ID token: signature, issuer, audience, time and nonce were checked. */
const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  tid: z.string().max(200).optional(),
  oid: z.string().max(200).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  preferred_username: z.string().optional(),
  auth_time: z.number().optional(),
})

export interface IdentityClaims {
  key: IdentityKey
  name: string
  /** The address according to Microsoft. It is shown to administrators and never trusted. */
  email: string | null
  /** When the person last authenticated at Microsoft. */
  provedAt: Date | null
}

/**
 * Reads the identity from the ID token. Providers other than Microsoft have no tenant or object id; there the
 * subject identifies the person. Throws 403 for a tenant that is not on the list.
 */
export function readClaims(settings: NonNullable<Environment['oidc']>, raw: unknown): IdentityClaims {
  const claims = Claims.parse(raw)
  if (settings.tenants.length > 0 && !settings.tenants.includes(claims.tid ?? '')) {
    throw new Refusal('forbidden', 'Your Microsoft organization is not allowed in this portal.')
  }
  const email = EmailAddress.safeParse(claims.email ?? claims.preferred_username)
  const name = storableText(500).safeParse(claims.name ?? claims.preferred_username ?? claims.email)
  return {
    key: { issuer: claims.iss, tid: claims.tid ?? '', oid: claims.oid ?? claims.sub },
    name: name.success && name.data !== '' ? name.data : 'Microsoft account',
    email: email.success ? email.data : null,
    provedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
  }
}
