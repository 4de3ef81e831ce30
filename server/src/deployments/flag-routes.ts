import { FlagName, FlagRule, RemoteName, toRole } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from './deployer.ts'
import { listFlags, setFlag } from './flags.ts'

const Params = z.object({ remote: RemoteName, flag: FlagName })

/** Flags of remotes, for administrators. Pages get their values with the registry. */
export function flagRoutes(deps: DomainDeps) {
  const config = { access: deployingRoles }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/federation/flags',
      config,
      handler: async () => ({ flags: await listFlags(deps) }),
    })

    app.route({
      method: 'PUT',
      url: '/api/federation/flags/:remote/:flag',
      config,
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
