import type { FastifyInstance } from 'fastify'
import { requestApproval } from '#approvals/approvals.ts'
import { ApprovalNeeded } from '#approvals/second-approval.ts'
import { originOf } from '#identity/origin-of.ts'
import { startCounterCompaction } from '#engine/count/compact-counters.ts'
import { startAnchorBuilder } from '#engine/query/page-anchors.ts'
import { startPurging } from '#engine/write/purge-deleted.ts'
import type { Deps } from '../../deps.ts'
import { readCall } from '../../plugins/crud-call.ts'
import { fitting } from '../../plugins/problems.ts'
import { withVerifiedSession } from '../../plugins/optimistic-session.ts'
import { actorOf, sessionUserOf } from '../../plugins/session.ts'
import { parseApiPath } from './api-path.ts'
import { dispatch } from './calls.ts'
import type { CrudDeps } from '#engine/routes/record-route.ts'

/** `POST /api/crud`: access to all records and the configuration. The status is that of the inner call. */
export function crudRoutes(deps: Deps, parts: CrudDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const stopFolding = startCounterCompaction(deps)
    const stopAnchoring = startAnchorBuilder(deps)
    const stopPurging = startPurging(deps)
    app.addHook('onClose', async () => {
      await Promise.all([stopFolding(), stopAnchoring(), stopPurging()])
      await deps.writes.flush()
    })

    app.route({
      method: 'POST',
      url: '/api/crud',
      config: { access: 'any-session', isSpeculative: true },
      handler: async (request, reply) => {
        const { status, json } = await withVerifiedSession(request, reply, async (pendingSession) => {
          const actor = actorOf(request)
          const viewer = sessionUserOf(request) ?? actor
          const call = fitting(readCall(request))
          try {
            return await dispatch(
              { deps, pendingSession, parts, actor, viewer, call },
              parseApiPath(call.apiPath),
            )
          } catch (error) {
            if (!(error instanceof ApprovalNeeded)) throw error
            const wish = { ...error.wish, change: { ...error.wish.change, body: call.body } }
            throw await requestApproval(deps, wish, { pid: actor.pid, origin: originOf(request) })
          }
        })
        return reply.code(status).type('application/json; charset=utf-8').send(json)
      },
    })
  }
}
