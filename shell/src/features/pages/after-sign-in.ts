import { safeReturnTo, toRole } from '@portal/contract'
import { loadSession } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { announceSignIn } from '../../sign-in/news.ts'
import { t } from '../../texts.ts'

/** Where the address says to go on to after a sign-in. */
export const returnPath = (): string =>
  safeReturnTo(new URLSearchParams(location.search).get('returnTo'), location.origin)

/**
 * After a sign-in: asks who is signed in now and answers where they go, which for people without a role is
 * the page that says why.
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
