import { DeployTokenBody, toRole } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { originOf } from '#platform/auth/origin-of.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from './deployer.ts'
import { listTokens, makeToken, revokeToken } from './tokens.ts'
import type { Administrator } from './tokens.ts'

const Params = z.object({ pid: z.string().max(64) })

function administratorOf(request: FastifyRequest): Administrator {
  return { pid: sessionOf(request).pid, origin: originOf(request) }
}

/**
 * Deploy tokens. Creating and revoking one needs a recent authentication (`routeNeedsProof`), because its
 * holder can change the code of every page.
 */
export function tokenRoutes(deps: DomainDeps) {
  const config = { access: deployingRoles }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/federation/tokens',
      config,
      handler: async () => ({ tokens: await listTokens(deps) }),
    })

    app.route({
      method: 'POST',
      url: '/api/federation/tokens',
      config,
      handler: async (request, reply) => {
        const body = parse(DeployTokenBody, request.body, 'body')
        requireMayDeploy(toRole(sessionOf(request).role), body.remote)
        const made = await makeToken(deps, body, administratorOf(request))
        return reply.code(201).send(made)
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/federation/tokens/:pid',
      config,
      handler: async (request, reply) => {
        await revokeToken(
          deps,
          parse(Params, request.params, 'params').pid.replaceAll('\u0000', ''),
          administratorOf(request),
        )
        return reply.code(204).send()
      },
    })
  }
}
