import { toRole } from '@portal/contract'
import type { SecondApproval } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { approve, listApprovals, reject, withdraw } from './approvals.ts'
import type { ApprovalHandler, Decider } from './approvals.ts'
import { originOf } from '#platform/auth/origin-of.ts'
import type { DomainDeps } from '../deps.ts'
import { languageOf } from '#platform/http/language.ts'
import { parse } from '#platform/http/problems.ts'
import { sessionOf } from '#platform/sessions/session.ts'

const Params = z.object({ pid: z.string().min(1).max(64) })

function deciderOf(request: FastifyRequest): Decider {
  const { pid, role } = sessionOf(request)
  return { pid, role: toRole(role), origin: originOf(request) }
}

/**
 * Changes that wait for a second person. Approving applies the change and requires a recent authentication.
 * Source: decision 0036.
 */
export function approvalRoutes(
  deps: DomainDeps,
  handlers: Readonly<Record<SecondApproval['kind'], ApprovalHandler>>,
) {
  const config = { access: ['admin', 'superadmin'] as const }
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/approvals',
      config,
      handler: async (request) => ({
        approvals: await listApprovals(deps, deciderOf(request), languageOf(request)),
      }),
    })
    const act = (name: string, run: (pid: string, by: Decider) => Promise<unknown>) =>
      app.route({
        method: 'POST',
        url: `/api/approvals/:pid/${name}`,
        config,
        handler: async (request, reply) => {
          await run(parse(Params, request.params, 'params').pid.replaceAll('\u0000', ''), deciderOf(request))
          return reply.code(204).send()
        },
      })
    act('approve', (pid, by) => approve(deps, handlers, pid, by))
    act('reject', (pid, by) => reject(deps, pid, by))
    act('withdraw', (pid, by) => withdraw(deps, pid, by))
  }
}
