import { api, nothing, sessionAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { mayLeave } from '../../navigation/unsaved.state.ts'
import { clearPersonalStorage, hasUnsentText, readPreferences } from './personal-storage.ts'

/**
 * Ends the session, after asking whoever has text that the server does not have: it is deleted from this
 * browser. Whether or not the server could be told, nobody is signed in on this page afterwards; a failure is
 * logged and not shown (specification.md 8). `leave` goes to the sign-in page before anything on this page
 * can ask the server once more. Records are forgotten by `forgetRecords`. The server has the browser clear
 * its storage too, so the preferences are written back.
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
