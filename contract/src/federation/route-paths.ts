import type { RouteDeclaration } from './manifest.ts'

/**
 * Whether a `redirect` of a manifest stays on this portal. A redirect to another host is refused at publish
 * time and ignored in an active build.
 */
export function isOwnRedirect(target: string): boolean {
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return false
  const origin = 'http://portal.invalid'
  return URL.canParse(target, origin) && new URL(target, origin).origin === origin && !target.startsWith('//')
}

const isParameter = (segment: string) => /^\{.*\}$/.test(segment)

/** Whether some path matches both patterns, for example /plans/new and /plans/{pid}. Case is ignored. */
export function pathsOverlap(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path.toLowerCase().replace(/\/+$/, '').split('/'))
  if (a === undefined || b === undefined || a.length !== b.length) return false
  return a.every(
    (segment, index) => segment === b[index] || isParameter(segment) || isParameter(b[index] ?? ''),
  )
}

/** The first page of a remote that opens without a record; null if it has none. */
export function firstPageOf(routes: readonly RouteDeclaration[]): string | null {
  return routes.find(({ path, redirect }) => redirect === undefined && !path.includes('{'))?.path ?? null
}
