import { Refusal, toRole } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resolveSession } from './optimistic-session.ts'
import { sessionUserOf } from './session.ts'
import type { SessionUser } from './session-user.ts'

/**
 * Who may call a route: everybody, people with a recognised role, everybody signed in (people still waiting
 * for a role too), or the named roles.
 */
export type Access = 'public' | 'signed-in' | 'any-session' | readonly Role[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** Why a session does not suffice: 401 before 403, as contract.md 10.2 orders; null where it does. */
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

/** Refuses when the session does not suffice. */
export function requireAccess(request: FastifyRequest, access: Access): void {
  const refusal = refusalOf(sessionUserOf(request), access)
  if (refusal !== null) throw refusal
}

/** Every route states its access, or the server does not start. */
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
    // Nobody is refused for a role they were expected to have.
    resolveSession(request, reply)
      .then(() => {
        requireAccess(request, access)
        done()
      })
      .catch(done)
  })
}
