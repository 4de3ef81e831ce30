import { Refusal, phrase } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '#engine/write/writing.ts'
import { requireRecentAuth } from '#platform/auth/proof.ts'
import { undoJob } from '#domain/bulk/bulk-jobs.ts'
import { addJobMetrics } from '#platform/jobs/job-metrics.ts'
import { JobRunner } from '#platform/jobs/job-runner.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { findJob, toJob } from '#platform/jobs/job-store.ts'
import type { Deps } from '../deps.ts'
import { actorOf, sessionOf } from '#platform/sessions/session.ts'

const Params = z.object({ id: z.string() })

/** Routes for a person's own jobs. Also starts the job runner, which runs until the server stops. */
export function jobsRoutes(deps: Deps, handlers: Readonly<Record<string, JobHandler<Deps>>>) {
  return async (app: FastifyInstance): Promise<void> => {
    addJobMetrics(deps)
    const runner = new JobRunner({
      deps,
      handlers,
      atOnce: deps.environment.jobsAtOnce,
      inTransaction: (work) => inTransaction(deps, work),
    })
    app.addHook('onReady', () => runner.start())
    app.addHook('onClose', () => runner.stop())

    app.route({
      method: 'GET',
      url: '/api/jobs/:id',
      config: { access: 'signed-in' },
      handler: async (request) => {
        const { id } = Params.parse(request.params)
        const job = await findJob(deps.database.kysely, id.replaceAll('\u0000', ''), actorOf(request).pid)
        if (job === undefined)
          throw new Refusal('not-found', phrase('Job {{id}} not found.', { id: id.slice(0, 64) }))
        return toJob(job)
      },
    })

    app.route({
      method: 'POST',
      url: '/api/jobs/:id/undo',
      config: { access: 'signed-in' },
      handler: async (request, reply) => {
        const id = Params.parse(request.params).id.replaceAll('\u0000', '')
        const actor = actorOf(request)
        // This changes users, so it needs the same authentication as other changes of users (contract.md 3).
        if ((await findJob(deps.database.kysely, id, actor.pid))?.collection === 'users')
          requireRecentAuth(deps, sessionOf(request))
        const { status, value } = await undoJob(deps, actor, id)
        return reply.code(status).send(value)
      },
    })
  }
}
