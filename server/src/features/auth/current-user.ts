import { isAdministrator } from '@portal/contract'
import type { Awaited, CurrentUser } from '@portal/contract'
import { currentConfiguration } from '#configuration/configuration.ts'
import { isFrozen } from '#identity/freeze.ts'
import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../plugins/signed-in.ts'

function awaitedOf(viewer: SignedIn): Awaited {
  if (viewer.isRequest) return 'approval'
  return viewer.stage === 'pre' ? 'passkey' : 'role'
}

/** Answer of `GET /api/auth/me`: the person with the pages and modules of their role; a person without a role has none of either. */
export async function toCurrentUser(deps: Deps, viewer: SignedIn): Promise<CurrentUser> {
  const { pid, name, email, role, org, orgRole, timeZone, ownTimeZone } = viewer
  if (role === null) return { pid, name, email, role, org, timeZone, ownTimeZone, pages: {}, modules: {}, awaits: awaitedOf(viewer) }
  const { pages, modules } = (await currentConfiguration(deps)).roles[role]
  const frozen = isAdministrator(role) && (await isFrozen(deps.database)) ? { signInsFrozen: true } : {}
  return { pid, name, email, role, org, orgRole, timeZone, ownTimeZone, pages, modules, ...frozen }
}
