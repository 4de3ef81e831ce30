import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { holderOf } from '#identity/holder.ts'
import type { Deps } from '../../../deps.ts'
import { parse } from '../../../plugins/problems.ts'
import { sessionOf } from '../../../plugins/session.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

const Params = z.object({ id: z.string() })

/** Where somebody is signed in, and how they sign out there. */
export function sessionRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/auth/sessions',
      config: { access: 'any-session' },
      handler: (request) => {
        const viewer = sessionOf(request)
        return listSessions(deps, holderOf(viewer), viewer.sessionHash)
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/sessions',
      config: { access: 'any-session' },
      handler: (request) => {
        const viewer = sessionOf(request)
        return endOtherSessions(deps, request, viewer, holderOf(viewer))
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/sessions/:id',
      config: { access: 'any-session' },
      handler: async (request, reply) => {
        const viewer = sessionOf(request)
        await endSession(deps, request, viewer, holderOf(viewer), parse(Params, request.params).id)
        return reply.code(204).send()
      },
    })
  }
}
