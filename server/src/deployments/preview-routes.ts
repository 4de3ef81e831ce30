import { OpenPreviewBody, toRole } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { DomainDeps } from '#domain/deps.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'
import { deployingRoles } from './deployer.ts'
import { endPreview, leavePreviews, openPreview } from './previews.ts'

const Params = z.object({ pid: z.string().max(64) })

/**
 * A person opens and leaves previews for their session; the page asks for consent before. Administrators end
 * them for everybody. Deployers make them (`deployment-routes.ts`).
 */
export function previewRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/federation/preview',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const { preview } = parse(OpenPreviewBody, request.body, 'body')
        await openPreview(deps, request, reply, sessionOf(request), preview)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/federation/preview',
      config: { access: 'any-session' },
      handler: async (_request, reply) => {
        leavePreviews(reply)
        return reply.code(204).send()
      },
    })

    app.route({
      method: 'DELETE',
      url: '/api/federation/previews/:pid',
      config: { access: deployingRoles },
      handler: async (request, reply) => {
        const { pid, role } = sessionOf(request)
        const { pid: preview } = parse(Params, request.params, 'params')
        const administrator = { pid, origin: originOf(request) }
        await endPreview(deps, preview.replaceAll('\u0000', ''), administrator, toRole(role))
        return reply.code(204).send()
      },
    })
  }
}
