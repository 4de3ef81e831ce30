import { Refusal, proofLifetimeMs } from '@portal/contract'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../plugins/signed-in.ts'

/** Is the session's proof of who it is younger than five minutes? Demo sessions always are. Source: contract.md section 1, decision 0007. */
export function hasFreshProof(deps: Pick<Deps, 'clock'>, viewer: SignedIn): boolean {
  return viewer.method === 'demo' || deps.clock.now().getTime() - viewer.verifiedAt.getTime() < proofLifetimeMs
}

/** Throws 403 `reauth-required` when the session has to prove once more who it is. */
export function requireFreshProof(deps: Pick<Deps, 'clock'>, viewer: SignedIn): void {
  if (!hasFreshProof(deps, viewer)) throw new Refusal('reauth-required', 'Confirm with your passkey that it is you, then try again.')
}
