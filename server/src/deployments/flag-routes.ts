import { FlagName, FlagRule, RemoteName, toRole } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from './deployer.ts'
import { setFlag } from './flags.ts'

const Params = z.object({ remote: RemoteName, flag: FlagName })

/**
 * Administrators say for whom the flags of remotes are on. Pages get the values with the registry, the screen
 * of administrators the rules with the deployments.
 */
export function flagRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/federation/flags/:remote/:flag',
      config: { access: deployingRoles },
      handler: async (request, reply) => {
        const params = parse(Params, request.params, 'params')
        const { pid, role } = sessionOf(request)
        requireMayDeploy(toRole(role), params.remote)
        const rule = parse(FlagRule, request.body, 'body')
        await setFlag(deps, params, rule, { pid, origin: originOf(request) })
        return reply.code(204).send()
      },
    })
  }
}
