import { Refusal, proofLifetimeMs } from '@portal/contract'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../plugins/signed-in.ts'

type ProofDeps = Pick<Deps, 'clock' | 'environment'>

/** Is the session's proof of who it is younger than five minutes? Demo sessions count as fresh while demo is on. Source: docs/decisions/0007-sign-in.md. */
export function hasFreshProof(deps: ProofDeps, viewer: Pick<SignedIn, 'method' | 'verifiedAt'>): boolean {
  return (deps.environment.demo && viewer.method === 'demo') || deps.clock.now().getTime() - viewer.verifiedAt.getTime() < proofLifetimeMs
}

/** Throws 403 `reauth-required` when the session has to prove once more who it is. */
export function requireFreshProof(deps: ProofDeps, viewer: SignedIn): void {
  if (!hasFreshProof(deps, viewer)) throw new Refusal('reauth-required', 'Confirm with your passkey that it is you, then try again.')
}
