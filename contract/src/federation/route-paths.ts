/**
 * Does a manifest's `redirect` stay on this portal? One that leads to another host is refused at publish and
 * ignored where it is in force.
 */
export function isOwnRedirect(target: string): boolean {
  if (!target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return false
  const origin = 'http://portal.invalid'
  return URL.canParse(target, origin) && new URL(target, origin).origin === origin && !target.startsWith('//')
}

const isParameter = (segment: string) => /^\{.*\}$/.test(segment)

/**
 * Is there an address that belongs to both paths, such as /plans/new to /plans/{pid}? Case does not tell them
 * apart.
 */
export function pathsOverlap(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => path.toLowerCase().replace(/\/+$/, '').split('/'))
  if (a === undefined || b === undefined || a.length !== b.length) return false
  return a.every(
    (segment, index) => segment === b[index] || isParameter(segment) || isParameter(b[index] ?? ''),
  )
}
