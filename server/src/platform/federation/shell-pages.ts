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
  '/auth/signed-in',
  '/auth/webauthn/login',
  '/auth/webauthn/register',
  '/unsubscribe',
])

/** Paths at and below these belong to the server and the shell. */
const serverPaths = ['/api', '/apps', '/remotes', '/federation', '/builds', '/assets', '/uploads']

/** The page of a third-party app. */
const appPage = /^\/apps\/[0-9A-HJKMNP-TV-Z]{26}$/

export function isShellPage(pathname: string): boolean {
  if (appPage.test(pathname)) return true
  return shellPages.has(pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)
}

/** True when a remote's route would match an address of the portal itself. */
export function takesOwnAddress(path: string): boolean {
  const first = path.toLowerCase()
  return (
    [...shellPages].some((page) => pathsOverlap(page, path)) ||
    serverPaths.some((own) => first === own || first.startsWith(`${own}/`))
  )
}
