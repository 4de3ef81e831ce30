import { Refusal, toRole } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerOf } from './session.ts'

/**
 * Who may call a route: everybody, people with a recognised role, everybody signed in (people still waiting for a role too),
 * or the named roles.
 */
export type Access = 'public' | 'signed-in' | 'any-session' | readonly Role[]

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** Refuses when the session does not suffice: 401 before 403, as contract.md 10.2 orders. */
export function requireAccess(request: FastifyRequest, access: Access): void {
  if (access === 'public') return
  const viewer = viewerOf(request)
  if (viewer === null) throw new Refusal('unauthenticated', 'Sign in to continue.')
  if (access === 'any-session') return
  const role = toRole(viewer.role)
  if (role === null) throw new Refusal('forbidden', 'Your account has no role yet.')
  if (access !== 'signed-in' && !access.includes(role)) throw new Refusal('forbidden', 'Your role does not allow this.')
}

/** Every route states its access, or the server does not start. */
export function addAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`Route ${String(route.method)} ${route.url} states no access (config.access).`)
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access !== undefined && !request.is404) requireAccess(request, access)
  })
}
