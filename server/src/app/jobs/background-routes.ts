import { BackgroundJobState, Refusal, phrase } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '#engine/write/writing.ts'
import { parse } from '#platform/http/problems.ts'
import { wholeNumber } from '#platform/http/query-numbers.ts'
import { cancelJob, listBackgroundJobs, retryJob } from '#platform/jobs/background-jobs.ts'
import { listTasks } from '#platform/scheduling/list-tasks.ts'
import { requestTask } from '#platform/scheduling/task-store.ts'
import { actorOf } from '#platform/sessions/session.ts'
import type { Deps } from '../deps.ts'

const access = ['superadmin', 'admin'] as const
const Query = z.strictObject({
  state: BackgroundJobState.optional(),
  page: wholeNumber(2_147_483_647).optional(),
})
const JobParams = z.object({ id: z.string() })
const TaskParams = z.object({ name: z.string() })
/** PostgreSQL text has no NUL character. */
const storable = (text: string) => text.replaceAll('\u0000', '')

/**
 * Jobs of everyone and scheduled tasks, for administrators. Source: docs/decisions/0102-background-work.md
 */
export function backgroundRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/background/jobs',
      config: { access },
      handler: (request) => {
        const { state = null, page = 1 } = parse(Query, request.query, 'query')
        return listBackgroundJobs(deps.database, { state, page })
      },
    })
    for (const [action, change] of [
      ['cancel', cancelJob],
      ['retry', retryJob],
    ] as const)
      app.route({
        method: 'POST',
        url: `/api/background/jobs/:id/${action}`,
        config: { access },
        handler: async (request, reply) => {
          const id = storable(JobParams.parse(request.params).id)
          const { pid: by } = actorOf(request)
          await inTransaction(deps, (trx) => change(trx, { id, by, now: deps.clock.now() }))
          deps.log.info({ job: id, by, action }, 'job changed by an administrator')
          deps.writes.notify()
          // A retried job waits for its turn, and others may have waited for a canceled one.
          deps.jobs.wake()
          return reply.code(204).send()
        },
      })
    app.route({
      method: 'GET',
      url: '/api/background/tasks',
      config: { access },
      handler: () => listTasks(deps.database),
    })
    app.route({
      method: 'POST',
      url: '/api/background/tasks/:name/run',
      config: { access },
      handler: async (request, reply) => {
        const name = storable(TaskParams.parse(request.params).name)
        if (!(await requestTask(deps.database, name)))
          throw new Refusal(
            'not-found',
            phrase('Scheduled task {{name}} not found.', { name: name.slice(0, 64) }),
          )
        deps.log.info({ task: name, by: actorOf(request).pid }, 'scheduled task requested')
        return reply.code(204).send()
      },
    })
  }
}
