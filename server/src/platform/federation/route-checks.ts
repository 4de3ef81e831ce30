import { Pid } from '@portal/contract'
import type { RemoteManifest, RouteDeclaration } from '@portal/contract'

type Parameters = Readonly<Record<string, string>>

/** Checks that a manifest may name in `validate`. They decide whether the parameters of a route are valid. */
const checks: Readonly<Record<string, (parameters: Parameters) => boolean>> = {
  /** `{pid}` has the form of a record identifier. */
  pid: ({ pid }) => Pid.safeParse(pid).success,
}

/** Checks in a manifest that the server does not have. Such a build is not published. */
export function unknownChecks(manifest: RemoteManifest): string[] {
  return manifest.routes.flatMap(({ validate }) =>
    validate === undefined || Object.hasOwn(checks, validate) ? [] : [validate],
  )
}

/** The values of a path's `{...}` segments; null when the address does not match the path. */
export function matchPath(path: string, pathname: string): Parameters | null {
  const wanted = path.split('/')
  const given = pathname.length > 1 ? pathname.replace(/\/+$/, '').split('/') : pathname.split('/')
  if (wanted.length !== given.length) return null
  const parameters: Record<string, string> = {}
  for (const [place, segment] of wanted.entries()) {
    const value = given[place] ?? ''
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name === undefined ? segment !== value : value === '') return null
    if (name !== undefined) parameters[name] = value
  }
  return parameters
}

/**
 * The route of an address. A route without parameters takes precedence, such as /mail/drafts over /mail/{id}.
 */
export function findRoute(
  manifests: readonly RemoteManifest[],
  pathname: string,
): { route: RouteDeclaration; parameters: Parameters } | undefined {
  const matches = manifests.flatMap(({ routes }) =>
    routes.flatMap((route) => {
      const parameters = matchPath(route.path, pathname)
      return parameters === null ? [] : [{ route, parameters }]
    }),
  )
  return matches.toSorted(
    (a, other) => Object.keys(a.parameters).length - Object.keys(other.parameters).length,
  )[0]
}

/** True when the address has a route and its parameters pass the route's check. */
export function isValidPage(manifests: readonly RemoteManifest[], pathname: string): boolean {
  const found = findRoute(manifests, pathname)
  if (found === undefined) return false
  const { validate } = found.route
  return validate === undefined || (checks[validate]?.(found.parameters) ?? false)
}
