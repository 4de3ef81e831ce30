import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hashToken } from '../plugins/sessions.queries.ts'

/** Over https no other host can set the cookie, and so plant what a ceremony is bound to. */
const cookieNameOf = ({ server }: FastifyRequest) => (server.hasHostCookies ? '__Host-ceremony' : 'ceremony')
const wellFormed = /^[A-Za-z0-9_-]{43}$/
export const ceremonyLifetimeMs = 5 * 60 * 1000

/**
 * Binds what a stranger begins to their browser: a cookie of chance, of which the database sees the hash. One
 * that is there already is kept, so that sign-ins begun in two tabs do not end each other.
 */
export function bindBrowser(deps: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const cookieName = cookieNameOf(request)
  const present = request.cookies[cookieName]
  const token = present !== undefined && wellFormed.test(present) ? present : deps.ids.token()
  // Lax, because the way back from Microsoft is a navigation from another site.
  reply.setCookie(cookieName, token, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: (2 * ceremonyLifetimeMs) / 1000,
  })
  return hashToken(token)
}

/** What this browser began is bound to, or null when it began nothing. */
export function boundBrowser(request: FastifyRequest): string | null {
  const token = request.cookies[cookieNameOf(request)]
  return token !== undefined && wellFormed.test(token) ? hashToken(token) : null
}
