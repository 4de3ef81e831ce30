import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hashToken } from '../plugins/sessions.queries.ts'

const ceremonyCookie = 'ceremony'
const wellFormed = /^[A-Za-z0-9_-]{43}$/
export const ceremonyLifetimeMs = 5 * 60 * 1000

/**
 * Binds what a stranger begins to their browser: a cookie of chance, of which the database sees the hash. One that is there already
 * is kept, so that sign-ins begun in two tabs do not end each other.
 */
export function bindStranger(deps: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const present = request.cookies[ceremonyCookie]
  const token = present !== undefined && wellFormed.test(present) ? present : deps.ids.token()
  // Lax, because the way back from Microsoft is a navigation from another site.
  reply.setCookie(ceremonyCookie, token, { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: (2 * ceremonyLifetimeMs) / 1000 })
  return hashToken(token)
}

/** What this browser began is bound to, or null when it began nothing. */
export function boundStranger(request: FastifyRequest): string | null {
  const token = request.cookies[ceremonyCookie]
  return token !== undefined && wellFormed.test(token) ? hashToken(token) : null
}
