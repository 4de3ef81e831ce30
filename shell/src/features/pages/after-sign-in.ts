import { safeReturnTo, toRole } from '@portal/contract'
import type { Session } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { portalCodeAtom } from '../../entry/portal-code.ts'
import { announceSignIn } from '../../sign-in/news.ts'
import { t } from '../../texts.ts'

/** The path to continue with after a sign-in, from the address. */
export const returnPath = (): string =>
  safeReturnTo(new URLSearchParams(location.search).get('returnTo'), location.origin)

/**
 * Loads the session after a sign-in. The code for that comes with the portal, which is needed next anyway.
 */
export async function loadSessionWithPortal(store: PortalStore): Promise<Session> {
  const { loadSession } = await store.get(portalCodeAtom).load()
  return loadSession(store)
}

/**
 * Loads the session after a sign-in and returns the path to go to. For users without a role that is the page
 * that says why.
 */
export async function afterSignIn(store: PortalStore): Promise<string> {
  const session = await loadSessionWithPortal(store)
  if (session.state !== 'signed-in')
    throw (session.state === 'signed-out' && session.failure) || new Error(t('notSignedIn'))
  announceSignIn()
  const { role, awaits } = session.user
  if (awaits === 'passkey') return '/auth/webauthn/register'
  return toRole(role) === null ? '/unauthorized' : returnPath()
}
