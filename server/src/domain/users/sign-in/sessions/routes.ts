import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { principalOf } from '#platform/auth/principal.ts'
import { forgetBrowser, listBrowsers } from '#platform/auth/known-devices.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

const Params = z.object({ id: z.string() })

/** Routes for a person's own sessions and known browsers. */
export function sessionRoutes(deps: DomainDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/sessions',
      config: { access: 'any-session' },
      handler: (request) => {
        const viewer = sessionOf(request)
        return listSessions(deps, principalOf(viewer), viewer.sessionHash)
      },
    })
    app.route({
      method: 'GET',
      url: '/api/auth/browsers',
      config: { access: 'signed-in' },
      handler: (request) => listBrowsers(deps, request, actorOf(request).pid),
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/browsers/:id',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        await forgetBrowser(
          deps,
          actorOf(request).pid,
          parse(Params, request.params).id.replaceAll('\u0000', ''),
        )
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/sessions',
      config: { access: 'any-session' },
      handler: (request) => {
        const viewer = sessionOf(request)
        return endOtherSessions(deps, request, viewer, principalOf(viewer))
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/sessions/:id',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const viewer = sessionOf(request)
        await endSession(deps, request, viewer, principalOf(viewer), parse(Params, request.params).id)
        return reply.code(204).send()
      },
    })
  }
}
