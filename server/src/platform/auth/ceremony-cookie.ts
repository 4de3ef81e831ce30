import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../deps.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'

/**
 * Over https, the `__Host-` prefix prevents another host from setting the cookie and choosing the binding.
 */
const cookieNameOf = ({ server }: FastifyRequest) => (server.hasHostCookies ? '__Host-ceremony' : 'ceremony')
const wellFormed = /^[A-Za-z0-9_-]{43}$/
export const ceremonyLifetimeMs = 5 * 60 * 1000

/**
 * Binds a ceremony (a sign-in or sign-up step) to the browser by a random cookie; the database stores its
 * hash. An existing cookie is reused, so that ceremonies in two tabs do not invalidate each other.
 */
export function bindBrowser(deps: PlatformDeps, request: FastifyRequest, reply: FastifyReply): string {
  const cookieName = cookieNameOf(request)
  const present = request.cookies[cookieName]
  const token = present !== undefined && wellFormed.test(present) ? present : deps.ids.token()
  // Lax, because the redirect back from Microsoft is a cross-site navigation.
  reply.setCookie(cookieName, token, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: (2 * ceremonyLifetimeMs) / 1000,
  })
  return hashToken(token)
}

/** The hash to which this browser's ceremonies are bound; null if it has started none. */
export function boundBrowser(request: FastifyRequest): string | null {
  const token = request.cookies[cookieNameOf(request)]
  return token !== undefined && wellFormed.test(token) ? hashToken(token) : null
}
