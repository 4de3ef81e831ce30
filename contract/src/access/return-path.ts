/** Default page after sign-in. Source: contract.md 3. */
export const afterSignIn = '/permits/processing'

/**
 * Characters that never occur in a portal URL: backslashes (browsers read them as slashes), white space,
 * control characters.
 */
const foreignCharacters = /[\\\u0000-\u0020\u007f]/
/** Encoded slashes and backslashes in the path: a proxy may decode them. */
const disguisedSlash = /^[^?#]*%(5c|2f)/i

/**
 * The page to open after sign-in: a path of this portal, never another origin. Unsafe values (`//evil`,
 * `/\evil`, `https:evil`, `/%5cevil`, `javascript:`, control characters, the sign-in page itself) are
 * replaced by the default page.
 */
export function safeReturnTo(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/') || wanted.startsWith('//')) return afterSignIn
  if (foreignCharacters.test(wanted) || disguisedSlash.test(wanted)) return afterSignIn
  const target = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (target === null || target.origin !== origin || target.pathname.startsWith('//')) return afterSignIn
  if (target.pathname === '/' || target.pathname === '/login') return afterSignIn
  return target.pathname + target.search + target.hash
}
