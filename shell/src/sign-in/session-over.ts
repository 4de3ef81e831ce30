import { toRole } from '@portal/contract'
import type { CurrentUser } from '@portal/contract'
import { askSession, onSignInRequired, sessionAtom } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { unsavedAtom } from '../navigation/navigation.state.ts'

/** The session of this page is over, and calls wait for its person to come back. */
export interface SessionOver {
  /** Lets the waiting calls go on, or be refused. */
  end(isBack: boolean): void
}

/** What the page asks its person at the moment; null while the session holds. */
export const sessionOverAtom = atom<SessionOver | null>(null)

const isSame = (one: CurrentUser, other: CurrentUser) =>
  one.pid === other.pid && toRole(one.role) === toRole(other.role)

/**
 * Looks who is signed in now. For the person the page belongs to it goes on as it stands; for anybody else,
 * and for a person whose role is another one now, it begins anew at the same address, so that nobody sees
 * what was somebody else's.
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

/** Resolves when the person has come back; rejects when they have given up or are signed out. */
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
 * From now on a call that finds the session over has the page ask its person to sign in again, over
 * everything that stands there; the call then goes through. Answers a function that stops it.
 */
export function watchSession(store: PortalStore): () => void {
  return onSignInRequired(async () => {
    if (store.get(sessionAtom).state !== 'signed-in') throw new Error('Nobody is signed in on this page.')
    // The session may hold after all: another tab signed in, or the cookie changed while the call was under
    // way.
    if ((await recheckSession(store)) !== 'same') await ask(store)
  })
}
