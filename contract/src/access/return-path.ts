/** Where a sign-in ends when nothing else was asked for. Source: contract.md 3. */
export const afterSignIn = '/permits/processing'

/**
 * Characters no address of ours has: backslashes (browsers read them as slashes), white space, control
 * characters.
 */
const foreignCharacters = /[\\\u0000-\u0020\u007f]/
/** Encoded slashes and backslashes in the path: some server on the way may decode them. */
const disguisedSlash = /^[^?#]*%(5c|2f)/i

/**
 * The address a sign-in may continue at: a path of this portal, never another origin. Everything doubtful
 * (`//evil`, `/\evil`,
 * `https:evil`, `/%5cevil`, `javascript:`, control characters, the sign-in page itself) becomes the default.
 */
export function safeReturnTo(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/') || wanted.startsWith('//')) return afterSignIn
  if (foreignCharacters.test(wanted) || disguisedSlash.test(wanted)) return afterSignIn
  const target = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  if (target === null || target.origin !== origin || target.pathname.startsWith('//')) return afterSignIn
  if (target.pathname === '/' || target.pathname === '/login') return afterSignIn
  return target.pathname + target.search + target.hash
}
