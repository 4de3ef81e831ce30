import { RemoteOriginBody } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DomainDeps } from '#domain/deps.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles } from './deployer.ts'
import { addOrigin, listOrigins, removeOrigin } from './origins.ts'
import type { Administrator } from './tokens.ts'

/**
 * Where builds may be served from besides the portal. Only superadmins change it, with a recent
 * authentication (`routeNeedsProof`), because pages run code from there.
 */
export function originRoutes(deps: DomainDeps) {
  const url = '/api/federation/origins'
  const byOf = (request: FastifyRequest): Administrator => ({
    pid: sessionOf(request).pid,
    origin: originOf(request),
  })
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url,
      config: { access: deployingRoles },
      handler: () => listOrigins(deps),
    })
    app.route({
      method: 'POST',
      url,
      config: { access: ['superadmin'] },
      handler: async (request, reply) => {
        await addOrigin(deps, parse(RemoteOriginBody, request.body, 'body').origin, byOf(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'DELETE',
      url,
      config: { access: ['superadmin'] },
      handler: async (request, reply) => {
        await removeOrigin(deps, parse(RemoteOriginBody, request.query, 'query').origin, byOf(request))
        return reply.code(204).send()
      },
    })
  }
}
