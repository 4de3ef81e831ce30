import type { Environment } from '#environment/environment.ts'

/**
 * EdDSA, ES256 and RS256, the same in options and verification: what one offers the other accepts, on every
 * Node.
 */
export const algorithms: readonly number[] = [-8, -7, -257]

export interface RelyingParty {
  /** Domain passkeys belong to. */
  id: string
  name: string
  origin: string
}

/** This portal towards authenticators; always from PUBLIC_ORIGIN, never from what a request says. */
export function relyingParty(environment: Pick<Environment, 'publicOrigin'>): RelyingParty {
  return {
    id: new URL(environment.publicOrigin).hostname,
    name: 'Permit portal',
    origin: environment.publicOrigin,
  }
}
