import { OwnAbsencePatch } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { actorOf } from '#platform/sessions/session.ts'
import { changeOwnAbsence, getOwnAbsence } from './own-absence.ts'

/** The absence of the staff member who is signed in. Source: decision 0119. */
export function absenceRoutes(deps: DomainDeps) {
  const route = { url: '/api/auth/me/absence', config: { access: ['team', 'admin', 'superadmin'] as const } }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({ ...route, method: 'GET', handler: (request) => getOwnAbsence(deps, actorOf(request)) })
    app.route({
      ...route,
      method: 'PATCH',
      handler: async (request, reply) => {
        await changeOwnAbsence(deps, actorOf(request), parse(OwnAbsencePatch, request.body ?? {}, 'body'))
        return reply.code(204).send()
      },
    })
  }
}
