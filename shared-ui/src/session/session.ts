import { atom } from 'jotai'
import { CurrentUser, isAdministrator, toRole } from '@portal/contract'
import type { Actor, Role } from '@portal/contract'
import type { PortalStore } from '../portal/portal-store.ts'
import { api } from '../api/api.ts'
import { isProblem } from '../api/api-problem.ts'

/** `pending` until `/api/auth/me` answers; a load that fails leaves nobody signed in (specification.md 4). */
export type Session =
  | { state: 'pending' }
  | { state: 'signed-out'; failure: Error | null }
  | { state: 'signed-in'; user: CurrentUser }

export const sessionAtom = atom<Session>({ state: 'pending' })

export const authPendingAtom = atom((get) => get(sessionAtom).state === 'pending')

/** Who is signed in; null while pending, signed out or when the load failed. */
export const userAtom = atom((get): CurrentUser | null => {
  const session = get(sessionAtom)
  return session.state === 'signed-in' ? session.user : null
})

/** The recognised role of the user, or null. */
export const roleAtom = atom((get): Role | null => toRole(get(userAtom)?.role))

/** The user as the rules of the contract see them, or null without a recognised role. */
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
 * Asks who is signed in and puts the answer in the store. A 401 is a plain answer; any other failure is kept
 * for the page to tell.
 */
export async function loadSession(store: PortalStore): Promise<Session> {
  const session = await askSession()
  store.set(sessionAtom, session)
  return session
}

/** Asks who is signed in and leaves the store as it is. */
export async function askSession(): Promise<Session> {
  try {
    return { state: 'signed-in', user: await api.get('/api/auth/me', CurrentUser) }
  } catch (error) {
    if (isProblem(error, 'unauthenticated')) return { state: 'signed-out', failure: null }
    return { state: 'signed-out', failure: error instanceof Error ? error : new Error(String(error)) }
  }
}
