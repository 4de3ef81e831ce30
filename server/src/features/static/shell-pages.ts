/** Pages the shell itself brings; those of remotes stand in their manifests. */
const shellPages = new Set([
  '/',
  '/login',
  '/sign-up',
  '/unauthorized',
  '/account',
  '/auth/signed-in',
  '/auth/webauthn/login',
  '/auth/webauthn/register',
])

export function isShellPage(pathname: string): boolean {
  return shellPages.has(pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)
}
