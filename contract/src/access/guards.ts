import { toRole } from '../roles.ts'
import type { Role } from '../roles.ts'
import { pageAllowed } from './pages.ts'
import type { PageMap } from './pages.ts'

/** The part of the current user that guards and menu ask for; null is a stranger. */
export interface Viewer {
  role: string | null
  pages?: PageMap
  modules?: Readonly<Record<string, boolean>>
}

export const guardNames = [
  'none',
  'auth',
  'register',
  'admin',
  'super-admin',
  'admin-or-super-admin',
] as const
export type GuardName = (typeof guardNames)[number]

/** Where a navigation ends: on the page, at the sign-in page, or at /unauthorized. */
export type Admission = 'allow' | 'sign-in' | 'unauthorized'

const signedInAs =
  (...allowed: readonly Role[]) =>
  (role: Role): Admission =>
    allowed.includes(role) ? 'allow' : 'unauthorized'

/** What each guard says of somebody with a recognised role. Source: specification.md 6. */
const guardTable: Record<GuardName, (role: Role) => Admission> = {
  none: () => 'allow',
  auth: () => 'allow',
  register: () => 'allow',
  admin: signedInAs('admin'),
  'super-admin': signedInAs('superadmin'),
  'admin-or-super-admin': signedInAs('admin', 'superadmin'),
}

export class UnknownGuardError extends Error {
  constructor(guard: string) {
    super(`Unknown route guard: ${guard}`)
    this.name = 'UnknownGuardError'
  }
}

export function isGuardName(guard: string): guard is GuardName {
  return guardNames.some((name) => name === guard)
}

export interface RouteQuestion {
  /** Name of the guard the route declares. */
  guard: string
  /** The address asked for, without query. */
  pathname: string
  /** Name of the remote that owns the route, where one does. */
  remote?: string
}

/**
 * May this viewer open this route? One answer for the shell's navigation, its menu and the server.
 * Order: unknown guard (throws UnknownGuardError), stranger, unknown role, guard, module switched off, page
 * map.
 */
export function admit(viewer: Viewer | null, route: RouteQuestion): Admission {
  if (!isGuardName(route.guard)) throw new UnknownGuardError(route.guard)
  if (route.guard === 'none') return 'allow'
  if (viewer === null) return 'sign-in'
  const role = toRole(viewer.role)
  if (role === null) return route.guard === 'register' ? 'allow' : 'unauthorized'
  const verdict = guardTable[route.guard](role)
  if (verdict !== 'allow') return verdict
  if (route.remote !== undefined && viewer.modules?.[route.remote] === false) return 'unauthorized'
  return pageAllowed(viewer.pages ?? {}, route.pathname) ? 'allow' : 'unauthorized'
}
