import { atom } from 'jotai'
import { isAdministrator, toRole } from '@portal/contract'
import type { Actor, CurrentUser, Role } from '@portal/contract'

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
