import { atom } from 'jotai'
import { CurrentUser, isAdministrator, toRole } from '@portal/contract'
import type { Actor, Role } from '@portal/contract'
import type { PortalStore } from '../portal/portal-store.ts'
import { api } from '../api/api.ts'
import { isProblem } from '../api/api-problem.ts'

/** `pending` until `/api/auth/me` responds; after a failed load no user is signed in (specification.md 4). */
export type Session =
  | { state: 'pending' }
  | { state: 'signed-out'; failure: Error | null }
  | { state: 'signed-in'; user: CurrentUser }

export const sessionAtom = atom<Session>({ state: 'pending' })

export const authPendingAtom = atom((get) => get(sessionAtom).state === 'pending')

/** The signed-in user; null while pending, when signed out or if the load failed. */
export const userAtom = atom((get): CurrentUser | null => {
  const session = get(sessionAtom)
  return session.state === 'signed-in' ? session.user : null
})

/** The recognized role of the user, or null. */
export const roleAtom = atom((get): Role | null => toRole(get(userAtom)?.role))

/** The user as an actor of the contract's rules, or null without a recognized role. */
export const actorAtom = atom((get): Actor | null => {
  const user = get(userAtom)
  const role = get(roleAtom)
  return user === null || role === null
    ? null
    : {
        pid: user.pid,
        role,
        org: user.org?.pid ?? null,
        orgRole: user.orgRole ?? null,
        ...(user.timeZone !== undefined && { timeZone: user.timeZone }),
      }
})

export const isAdministratorAtom = atom((get) => {
  const role = get(roleAtom)
  return role !== null && isAdministrator(role)
})

/**
 * Loads the session into the store. A 401 means signed out; any other failure is stored, so that the page can
 * show it.
 */
export async function loadSession(store: PortalStore): Promise<Session> {
  const session = await askSession()
  store.set(sessionAtom, session)
  return session
}

/** Loads the session without changing the store. */
export async function askSession(): Promise<Session> {
  try {
    return { state: 'signed-in', user: await api.get('/api/auth/me', CurrentUser) }
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) return { state: 'signed-out', failure: null }
    return { state: 'signed-out', failure: error instanceof Error ? error : new Error(String(error)) }
  }
}
