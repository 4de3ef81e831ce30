import { MountTargetBody, PageVitals, RemoteName, toRole } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { limits, takeAttempt } from '#platform/auth/attempts.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from './deployer.ts'
import { setTarget } from './error-budgets.ts'
import { remoteHealth, requireDeployed } from './remote-health.ts'
import { saveVitals } from './vitals.ts'

const Named = z.object({ name: RemoteName })

/** How remotes do in pages: what pages measure, and the overview of one remote for administrators. */
export function remoteHealthRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/federation/vitals',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const vitals = parse(PageVitals, request.body, 'body')
        await takeAttempt(deps, reply, limits.vitalReports, sessionOf(request).pid)
        await saveVitals(deps, vitals)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'GET',
      url: '/api/federation/remotes/:name/health',
      config: { access: deployingRoles },
      handler: (request) => remoteHealth(deps, parse(Named, request.params, 'params').name),
    })

    app.route({
      method: 'PATCH',
      url: '/api/federation/remotes/:name/target',
      config: { access: deployingRoles },
      handler: async (request) => {
        const { name } = parse(Named, request.params, 'params')
        const { pid, role } = sessionOf(request)
        requireMayDeploy(toRole(role), name)
        const { target } = parse(MountTargetBody, request.body, 'body')
        await requireDeployed(deps, name)
        await setTarget(deps, name, target, { pid, origin: originOf(request) })
        return remoteHealth(deps, name)
      },
    })
  }
}
