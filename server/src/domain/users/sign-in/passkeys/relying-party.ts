import type { Environment } from '#platform/environment/environment.ts'

/**
 * EdDSA, ES256 and RS256. Options and verification use the same list, so that every offered algorithm is
 * accepted on every Node version.
 */
export const algorithms: readonly number[] = [-8, -7, -257]

export interface RelyingParty {
  /** Domain that the passkeys belong to. */
  id: string
  name: string
  origin: string
}

/** The portal as relying party. Always derived from PUBLIC_ORIGIN, never from request headers. */
export function relyingParty(environment: Pick<Environment, 'publicOrigin'>): RelyingParty {
  return {
    id: new URL(environment.publicOrigin).hostname,
    name: 'Permit portal',
    origin: environment.publicOrigin,
  }
}
