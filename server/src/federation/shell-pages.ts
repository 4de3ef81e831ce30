import { pathsOverlap } from '@portal/contract'

/** Pages the shell itself brings; those of remotes stand in their manifests. */
const shellPages = new Set([
  '/',
  '/login',
  '/sign-up',
  '/unauthorized',
  '/account',
  '/account/people',
  '/auth/signed-in',
  '/auth/webauthn/login',
  '/auth/webauthn/register',
])

/** Paths below these are the server's own. */
const serverPaths = ['/api', '/remotes', '/federation', '/builds', '/assets', '/uploads']

export function isShellPage(pathname: string): boolean {
  return shellPages.has(pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)
}

/** Would a remote's route take an address of the portal itself? */
export function takesOwnAddress(path: string): boolean {
  const first = path.toLowerCase()
  return (
    [...shellPages].some((page) => pathsOverlap(page, path)) ||
    serverPaths.some((own) => first === own || first.startsWith(`${own}/`))
  )
}
