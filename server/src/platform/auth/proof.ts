import { Refusal, proofLifetimeMs } from '@portal/contract'
import type { PlatformDeps } from '../deps.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

type ProofDeps = Pick<PlatformDeps, 'clock' | 'environment'>

/**
 * Whether the session has a recent authentication (within five minutes). Demo sessions always do in demo
 * mode. Source: docs/decisions/0007-authentication-access-requests-and-step-up.md.
 */
export function hasRecentAuth(
  deps: ProofDeps,
  sessionUser: Pick<SessionUser, 'method' | 'verifiedAt'>,
): boolean {
  return (
    (deps.environment.demo && sessionUser.method === 'demo') ||
    deps.clock.now().getTime() - sessionUser.verifiedAt.getTime() < proofLifetimeMs
  )
}

/** Throws 403 `reauth-required` if the session has no recent authentication. */
export function requireRecentAuth(deps: ProofDeps, sessionUser: SessionUser): void {
  if (!hasRecentAuth(deps, sessionUser))
    throw new Refusal('reauth-required', 'Confirm your identity with your passkey, then try again.')
}
