import { Confirmation } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#identity/audit-trail.ts'
import { freeze, thaw } from '#identity/freeze.ts'
import { originOf } from '#identity/origin-of.ts'
import { requireRecentAuth } from '#identity/proof.ts'
import type { Deps } from '../../../deps.ts'
import { parse } from '../../../plugins/problems.ts'
import { sessionOf } from '../../../plugins/session.ts'

/**
 * What a superadmin can do when accounts are compromised: sign everyone out and freeze sign-ins. Each needs a
 * recent authentication.
 */
export function everybodyRoutes(deps: Deps) {
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
