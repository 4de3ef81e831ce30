import { api, nothing, sessionAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { mayLeave } from '../../navigation/unsaved.state.ts'
import { clearPersonalStorage, hasUnsentText, readPreferences } from './personal-storage.ts'

/**
 * Ends the session. If there is text that the server does not have, it asks first, because that text is
 * deleted from this browser. Even when the request fails, nobody is signed in on this page afterwards; the
 * failure is logged and not shown (specification.md 8).
 *
 * `leave` goes to the sign-in page before this page sends another request. `forgetRecords` clears the
 * records. The server makes the browser clear its storage, so the preferences are restored afterwards.
 */
export async function signOut(store: PortalStore, leave: () => void): Promise<void> {
  if (!(await mayLeave(store, { signsOut: true, isUnsaved: hasUnsentText() }))) return
  const preferences = readPreferences()
  try {
    await api.delete('/api/auth/logout', nothing)
  } catch (error) {
    console.error('Logout failed', error)
  }
  clearPersonalStorage(preferences)
  leave()
  store.set(sessionAtom, { state: 'signed-out', failure: null })
}
