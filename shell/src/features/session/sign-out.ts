import { api, nothing, sessionAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'

/**
 * Ends the session. Whether or not the server could be told, nobody is signed in on this page afterwards; a failure is logged and
 * not shown (spec.txt section 8). `leave` goes to the sign-in page before anything on this page can ask the server once more.
 * Records are forgotten by `forgetRecords`.
 */
export async function signOut(store: PortalStore, leave: () => void): Promise<void> {
  try {
    await api.delete('/api/auth/logout', nothing)
  } catch (error) {
    console.error('Logout failed', error)
  }
  leave()
  store.set(sessionAtom, { state: 'signed-out', failure: null })
}
