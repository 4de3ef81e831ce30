import { OverrideBody, Refusal, invalid, readOverrides } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { dropOverrides, setOverrides } from '#platform/federation/overrides.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles, requireMayDeploy } from './deployer.ts'

/**
 * Lets a developer load remotes from their own machine for an hour, after the page has asked for consent. The
 * content security policy of the document depends on the cookie.
 */
export function overrideRoutes(deps: DomainDeps) {
  const config = { access: deployingRoles }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/federation/overrides',
      config,
      handler: async (request, reply) => {
        if (!deps.environment.allowOverrides) {
          throw new Refusal(
            'forbidden',
            'This portal does not run code from a developer’s computer. Set ALLOW_OVERRIDES=1 to allow it.',
          )
        }
        const overrides = readOverrides(parse(OverrideBody, request.body, 'body').overrides)
        if (overrides.length === 0) {
          throw invalid(
            'body.overrides',
            'out-of-range',
            'Enter a module and a local address, such as mail@http://localhost:4581.',
          )
        }
        const viewer = sessionOf(request)
        for (const { name } of overrides) requireMayDeploy(viewer.role, name)
        setOverrides(deps, request, reply, viewer, overrides)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/federation/overrides',
      config,
      handler: async (_request, reply) => {
        dropOverrides(reply)
        return reply.code(204).send()
      },
    })
  }
}
