import { safeReturnTo, toRole } from '@portal/contract'
import { loadSession } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { announceSignIn } from '../../sign-in/news.ts'
import { t } from '../../texts.ts'

/** The path to continue with after a sign-in, from the address. */
export const returnPath = (): string =>
  safeReturnTo(new URLSearchParams(location.search).get('returnTo'), location.origin)

/**
 * Loads the session after a sign-in and returns the path to go to. For users without a role that is the page
 * that says why.
 */
export async function afterSignIn(store: PortalStore): Promise<string> {
  const session = await loadSession(store)
  if (session.state !== 'signed-in')
    throw (session.state === 'signed-out' && session.failure) || new Error(t('notSignedIn'))
  announceSignIn()
  const { role, awaits } = session.user
  if (awaits === 'passkey') return '/auth/webauthn/register'
  return toRole(role) === null ? '/unauthorized' : returnPath()
}
