import { toRole } from '@portal/contract'
import type { CurrentUser } from '@portal/contract'
import { askSession, onSignInRequired, sessionAtom } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { unsavedAtom } from '../navigation/navigation.state.ts'

/** The session of this page has ended, and calls wait for the user to sign in again. */
export interface SessionOver {
  /** Lets the waiting calls continue, or rejects them. */
  end(isBack: boolean): void
}

/** The sign-in question of the page; null while the session is valid. */
export const sessionOverAtom = atom<SessionOver | null>(null)

const isSame = (one: CurrentUser, other: CurrentUser) =>
  one.pid === other.pid && toRole(one.role) === toRole(other.role)

/**
 * Checks who is signed in now. For the same user the page continues. For another user, or another role of the
 * same user, it reloads at the same address, so that nobody sees the data of somebody else.
 */
export async function recheckSession(
  store: PortalStore,
  reload: () => void = () => location.reload(),
): Promise<'same' | 'other' | 'nobody'> {
  const page = store.get(sessionAtom)
  const now = await askSession()
  if (page.state !== 'signed-in' || now.state !== 'signed-in') return 'nobody'
  if (!isSame(page.user, now.user)) {
    store.set(unsavedAtom, false)
    reload()
    return 'other'
  }
  store.set(sessionAtom, now)
  store.get(sessionOverAtom)?.end(true)
  return 'same'
}

/** Resolves when the user has signed in again; rejects when they cancel or are signed out. */
function ask(store: PortalStore): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (isBack: boolean) => {
      stop()
      store.set(sessionOverAtom, null)
      if (isBack) resolve()
      else reject(new Error('Nobody signed in again.'))
    }
    const stop = store.sub(sessionAtom, () => {
      if (store.get(sessionAtom).state !== 'signed-in') end(false)
    })
    store.set(sessionOverAtom, { end })
  })
}

/**
 * Makes calls that fail with an ended session ask the user to sign in again, in a dialog over the page; the
 * call is then repeated. Returns a function that stops it.
 */
export function watchSession(store: PortalStore): () => void {
  return onSignInRequired(async () => {
    if (store.get(sessionAtom).state !== 'signed-in') throw new Error('Nobody is signed in on this page.')
    // The session may be valid after all: another tab signed in, or the cookie changed while the call was
    // pending.
    if ((await recheckSession(store)) !== 'same') await ask(store)
  })
}
