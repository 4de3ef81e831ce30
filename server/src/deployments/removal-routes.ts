import { RemoteName, RemoveBody, toRole } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from './deployer.ts'
import { remoteUsage } from './remote-usage.ts'
import { removeRemote, restoreRemote } from './removed-remotes.ts'
import type { Administrator } from './tokens.ts'

const Named = z.object({ name: RemoteName })

/**
 * Removal of a remote and its return, for administrators. Deploy tokens are not accepted. Both changes need a
 * recent authentication (`routeNeedsProof`).
 */
export function removalRoutes(deps: DomainDeps) {
  const config = { access: deployingRoles }
  const changeOf = (request: FastifyRequest): { name: string; by: Administrator } => {
    const { name } = parse(Named, request.params, 'params')
    const { pid, role } = sessionOf(request)
    requireMayDeploy(toRole(role), name)
    return { name, by: { pid, origin: originOf(request) } }
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/federation/remotes/:name/usage',
      config,
      handler: (request) => {
        const { name } = parse(Named, request.params, 'params')
        return remoteUsage(deps, name)
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/remove',
      config,
      handler: async (request, reply) => {
        const { name, by } = changeOf(request)
        await removeRemote(deps, name, parse(RemoveBody, request.body, 'body'), by)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'POST',
      url: '/api/federation/remotes/:name/restore',
      config,
      handler: async (request, reply) => {
        const { name, by } = changeOf(request)
        await restoreRemote(deps, name, by)
        return reply.code(204).send()
      },
    })
  }
}
