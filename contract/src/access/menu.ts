import { toRole } from '../roles.ts'
import type { Role } from '../roles.ts'
import { admit, isGuardName } from './guards.ts'
import type { Viewer } from './guards.ts'
import type { RemoteManifest, RouteDeclaration } from '../federation/manifest.ts'

/** Menu entries a role does not see, by path. Source: specification.md 6; hiding an entry is not a guard. */
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
 * All menu entries the manifests declare, in order; entries of equal order keep the order of the manifests.
 */
export function menuOf(manifests: readonly RemoteManifest[]): MenuEntry[] {
  const entryOf = (manifest: RemoteManifest, route: RouteDeclaration): MenuEntry[] =>
    route.menu ? [{ ...route.menu, path: route.path, remote: manifest.name }] : []
  return manifests
    .flatMap((manifest) => manifest.routes.flatMap((route) => entryOf(manifest, route)))
    .sort((one, other) => one.order - other.order)
}

/**
 * The menu as one viewer sees it. A person with no or an unknown role sees every entry (specification.md 6);
 * others lose the entries hidden for their role, those of modules switched off and those of pages closed to
 * them.
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
    // A route whose guard is unknown stays in the menu: opening it shows the error page, the rest of the
    // portal lives on.
    return (
      !isGuardName(guard) || admit(viewer, { guard, pathname: entry.path, remote: entry.remote }) === 'allow'
    )
  })
}
