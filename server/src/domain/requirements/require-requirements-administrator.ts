import { Refusal, isAdministrator } from '@portal/contract'
import type { Actor } from '@portal/contract'

/** Throws 403 for others than administrators. */
export function requireRequirementsAdministrator(actor: Actor): void {
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can change the requirements.')
}
