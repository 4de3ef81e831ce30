import { toRole } from '../roles.ts'
import type { Role } from '../roles.ts'
import { pageAllowed } from './pages.ts'
import type { PageMap } from './pages.ts'

/** The part of the current user that guards and menu need. null means not signed in. */
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

/** Outcome of a navigation: the page, the sign-in page, or /unauthorized. */
export type Admission = 'allow' | 'sign-in' | 'unauthorized'

const signedInAs =
  (...allowed: readonly Role[]) =>
  (role: Role): Admission =>
    allowed.includes(role) ? 'allow' : 'unauthorized'

/** Outcome of each guard for a known role. Source: specification.md 6. */
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
  /** Requested path, without query. */
  pathname: string
  /** Name of the remote that owns the route, if any. */
  remote?: string
}

/**
 * Decides whether this viewer may open this route. Used by the shell's navigation, the menu and the server.
 * Order of checks: unknown guard (throws UnknownGuardError), not signed in, unknown role, guard, disabled
 * module, page map.
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
