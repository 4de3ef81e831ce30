import { Refusal, toRole } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resolveSession } from '#platform/sessions/optimistic-session.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import type { SessionUser } from '#platform/sessions/session-user.ts'

/**
 * Who may call a route: everyone, people with a known role (`signed-in`), every session including people who
 * wait for a role (`any-session`), or the listed roles.
 */
export type Access = 'public' | 'signed-in' | 'any-session' | readonly Role[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** The error if the session does not give access, 401 before 403 as in contract.md 10.2; null if it does. */
function refusalOf(sessionUser: SessionUser | null, access: Access): Refusal | null {
  if (access === 'public') return null
  if (sessionUser === null) return new Refusal('unauthenticated', 'Sign in to continue.')
  if (access === 'any-session') return null
  const role = toRole(sessionUser.role)
  if (role === null) return new Refusal('forbidden', 'Your account has no role yet.')
  return access === 'signed-in' || access.includes(role)
    ? null
    : new Refusal('forbidden', 'Your role does not have access.')
}

/** Throws if the session does not give access. */
export function requireAccess(request: FastifyRequest, access: Access): void {
  const refusal = refusalOf(sessionUserOf(request), access)
  if (refusal !== null) throw refusal
}

/** Checks access for every request. A route that declares no access prevents the server from starting. */
export function addAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined)
      throw new Error(`Route ${String(route.method)} ${route.url} states no access (config.access).`)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config
    const refusal = access === undefined || request.is404 ? null : refusalOf(sessionUserOf(request), access)
    if (access === undefined || refusal === null) return done()
    if (request.pendingSession === null) throw refusal
    // The role is only expected at this point, so the session is read before the request is refused.
    resolveSession(request, reply)
      .then(() => {
        requireAccess(request, access)
        done()
      })
      .catch(done)
  })
}
