import { RemoteLoads } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { limits, takeAttempt } from '#platform/auth/attempts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles } from './deployer.ts'
import { saveLoadReports, listLoads } from './loads.ts'

/** Load reports of pages, and their overview for administrators. */
export function loadRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/federation/loads',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const loads = parse(RemoteLoads, request.body, 'body')
        const { pid } = sessionOf(request)
        await takeAttempt(deps, reply, limits.loadReports, pid)
        await saveLoadReports(deps, loads, pid)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/api/federation/loads',
      config: { access: deployingRoles },
      handler: () => listLoads(deps),
    })
  }
}
