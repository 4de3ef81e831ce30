import { toRole } from '../roles.ts'
import type { Role } from '../roles.ts'
import { admit, isGuardName } from './guards.ts'
import type { Viewer } from './guards.ts'
import type { RemoteManifest, RouteDeclaration } from '../federation/manifest.ts'

/**
 * Menu entries hidden from a role, by path. Hiding an entry does not protect the page. Source:
 * specification.md 6.
 */
const hiddenEntries: Record<Role, readonly string[]> = {
  superadmin: ['/ctasks'],
  admin: ['/ctasks', '/organizations'],
  team: ['/users', '/ctasks', '/organizations', '/folders/restricted'],
  client: ['/mail', '/tasks', '/users', '/organizations', '/folders/team', '/folders/restricted'],
}

export interface MenuEntry {
  label: string
  path: string
  icon: string
  order: number
  pagingKey?: string
  remote: string
}

/**
 * All menu entries of the manifests, sorted by `order`; entries with the same order keep the order of the
 * manifests.
 */
export function menuOf(manifests: readonly RemoteManifest[]): MenuEntry[] {
  const entryOf = (manifest: RemoteManifest, route: RouteDeclaration): MenuEntry[] =>
    route.menu ? [{ ...route.menu, path: route.path, remote: manifest.name }] : []
  return manifests
    .flatMap((manifest) => manifest.routes.flatMap((route) => entryOf(manifest, route)))
    .sort((a, other) => a.order - other.order)
}

/**
 * The menu of one viewer. A person without a role or with an unknown role sees every entry (specification.md
 * 6). For others, entries hidden from their role, entries of disabled modules and entries of closed pages are
 * removed.
 */
export function menuFor(viewer: Viewer | null, manifests: readonly RemoteManifest[]): MenuEntry[] {
  const role = toRole(viewer?.role)
  const entries = menuOf(manifests)
  if (viewer === null || role === null) return entries
  const guardOf = new Map(
    manifests.flatMap((manifest) => manifest.routes.map((route) => [route.path, route.guard] as const)),
  )
  return entries.filter((entry) => {
    const guard = guardOf.get(entry.path) ?? 'auth'
    if (hiddenEntries[role].includes(entry.path)) return false
    // A route with an unknown guard stays in the menu. Opening it shows the error page; the rest of the
    // portal keeps working.
    return (
      !isGuardName(guard) || admit(viewer, { guard, pathname: entry.path, remote: entry.remote }) === 'allow'
    )
  })
}
