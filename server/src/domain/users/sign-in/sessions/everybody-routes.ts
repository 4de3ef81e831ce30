import { Confirmation } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { freeze, thaw } from '#platform/auth/freeze.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'

/**
 * What a superadmin can do when accounts are compromised: sign everyone out and freeze sign-ins. Each needs a
 * recent authentication.
 */
export function everybodyRoutes(deps: DomainDeps) {
  const config = { access: ['superadmin'] } as const
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'POST',
      url: '/api/auth/sign-out-everybody',
      config,
      handler: async (request): Promise<{ ended: number }> => {
        const viewer = sessionOf(request)
        requireRecentAuth(deps, viewer)
        parse(Confirmation, request.body ?? {}, 'body')
        return deps.database.kysely.transaction().execute(async (trx) => {
          const result = await trx
            .deleteFrom('sessions')
            .where('token_hash', '<>', viewer.sessionHash)
            .executeTakeFirst()
          const ended = Number(result.numDeletedRows)
          const line = {
            at: deps.clock.now(),
            actor: viewer.pid,
            person: null,
            origin: originOf(request),
            detail: { ended },
          }
          await writeAudit(trx, { ...line, kind: 'everybody-signed-out' })
          return { ended }
        })
      },
    })
    app.route({
      method: 'POST',
      url: '/api/auth/freeze',
      config,
      handler: async (request, reply) => {
        const viewer = sessionOf(request)
        requireRecentAuth(deps, viewer)
        parse(Confirmation, request.body ?? {}, 'body')
        await freeze(deps, viewer.pid, originOf(request))
        return reply.code(204).send()
      },
    })
    app.route({
      method: 'DELETE',
      url: '/api/auth/freeze',
      config,
      handler: async (request, reply) => {
        const viewer = sessionOf(request)
        requireRecentAuth(deps, viewer)
        await thaw(deps, viewer.pid, originOf(request))
        return reply.code(204).send()
      },
    })
  }
}
