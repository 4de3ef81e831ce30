import { pathsOverlap } from '@portal/contract'

/** Pages of the shell itself. The pages of remotes are listed in their manifests. */
const shellPages = new Set([
  '/',
  '/login',
  '/sign-up',
  '/unauthorized',
  '/account',
  '/account/notifications',
  '/account/people',
  '/apps/{pid}',
  '/auth/signed-in',
  '/auth/webauthn/login',
  '/auth/webauthn/register',
  '/unsubscribe',
])

/** Paths at and below these belong to the server and the shell. */
const serverPaths = ['/api', '/apps', '/remotes', '/federation', '/builds', '/assets', '/uploads']

export function isShellPage(pathname: string): boolean {
  const page = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  // The page of a third-party app has the app's pid in its address.
  return (
    !page.includes('{') && shellPages.has(page.replace(/^\/apps\/[0-9A-HJKMNP-TV-Z]{26}$/, '/apps/{pid}'))
  )
}

/** True when a remote's route would match an address of the portal itself. */
export function takesOwnAddress(path: string): boolean {
  const first = path.toLowerCase()
  return (
    [...shellPages].some((page) => pathsOverlap(page, path)) ||
    serverPaths.some((own) => first === own || first.startsWith(`${own}/`))
  )
}
