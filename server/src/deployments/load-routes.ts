import { RemoteLoads } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { limits, takeAttempt } from '#platform/auth/attempts.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles } from './deployer.ts'
import { saveLoadReports, listLoads } from './loads.ts'
import { previewsOf } from './previews.ts'
import { recordPreviewTrials, splitReports } from './trials.ts'

/** Load reports of pages, and their overview for administrators. */
export function loadRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/federation/loads',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const loads = parse(RemoteLoads, request.body, 'body')
        const user = sessionOf(request)
        await takeAttempt(deps, reply, limits.loadReports, user.pid)
        // A preview says nothing about the live version, not even when both are the same build.
        const { live, previewed } = splitReports(loads, await previewsOf(deps, request))
        await recordPreviewTrials(deps, user, previewed)
        await saveLoadReports(deps, live, user.pid)
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
