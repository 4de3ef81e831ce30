import type { FastifyInstance } from 'fastify'
import { requestApproval } from '#domain/approvals/approvals.ts'
import { ApprovalNeeded } from '#domain/approvals/second-approval.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import { startAnchorBuilder } from '#engine/query/page-anchors.ts'
import type { Deps } from '../deps.ts'
import { readCall } from '#platform/http/crud-call.ts'
import { untilAbandoned } from '#platform/http/abandoned.ts'
import { fitting } from '#platform/http/problems.ts'
import { withVerifiedSession } from '#platform/sessions/optimistic-session.ts'
import { actorOf, sessionUserOf } from '#platform/sessions/session.ts'
import { parseApiPath } from './api-path.ts'
import { dispatch, findCall, labelsOf } from './calls.ts'
import type { CrudDeps } from '#engine/routes/record-route.ts'

/** `POST /api/crud`: access to all records and the configuration. The status is that of the inner call. */
export function crudRoutes(deps: Deps, parts: CrudDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const stopAnchoring = startAnchorBuilder(deps)
    app.addHook('onClose', async () => {
      await stopAnchoring()
      await deps.writes.flush()
    })

    app.route({
      method: 'POST',
      url: '/api/crud',
      config: { access: 'any-session', isSpeculative: true },
      handler: async (request, reply) => {
        const signal = untilAbandoned(reply)
        const { status, json } = await withVerifiedSession(request, reply, async (pendingSession) => {
          const actor = actorOf(request)
          const viewer = sessionUserOf(request) ?? actor
          const call = fitting(readCall(request))
          try {
            const segments = parseApiPath(call.apiPath)
            const found = findCall(call.method, segments)
            if (found !== undefined) request.recordCall = labelsOf(found, segments)
            return await dispatch(
              { deps: { ...deps, signal }, pendingSession, parts, actor, viewer, call },
              segments,
              found,
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
