import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { localize } from '#platform/language/localize.ts'
import { readStoredText } from '#platform/language/stored-message.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { runSource } from './run-source.ts'
import { findRun, getSource } from './source-rows.ts'
import { requireFeedAdministrator } from './sources.ts'

const Params = z.object({ source: z.string() })
const heartbeatMs = 3_000

/** The kind of job that reads a feed. */
const feedJob = 'authority-feed'

/** `POST /authority-sources/{pid}/run`: reads the feed now, in a job of the caller. Throws 403, 404. */
export async function startRun(
  deps: DomainDeps,
  actor: Actor,
  pid: string,
): Promise<{ job: { id: string } }> {
  requireFeedAdministrator(actor)
  await getSource(deps.database.kysely, pid)
  const id = deps.ids.pid()
  await insertJob(deps.database.kysely, {
    id,
    kind: feedJob,
    owner: actor.pid,
    collection: 'authorities',
    params: { source: pid },
    total: 1,
  })
  deps.jobs.wake()
  return { job: { id } }
}

/** Keeps a job from counting as abandoned while it waits for a feed, outside of any transaction. */
async function withHeartbeat(
  deps: DomainDeps,
  id: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const stopped = new AbortController()
  const beat = setInterval(() => {
    if (deps.draining.hasBegun) stopped.abort()
    sql`update jobs set heartbeat_at = clock_timestamp() where id = ${id} and state = 'running'`
      .execute(deps.database.kysely)
      .catch((error: unknown) => deps.log.warn({ err: error, job: id }, 'no heartbeat of a feed'))
  }, heartbeatMs)
  try {
    await work(stopped.signal)
  } finally {
    clearInterval(beat)
  }
}

/**
 * A job reads the feed between two batches, so that no transaction is open meanwhile. After a kill it reads
 * the feed again: what it has written before is found there and not written twice.
 */
export const feedHandlers: Readonly<Record<string, JobHandler<DomainDeps>>> = {
  [feedJob]: {
    async step(_deps, trx, job, actor) {
      const result = await findRun(trx, job.id)
      if (result === undefined) return { cursor: 0, done: 0, result: null, finished: false }
      const { stopped, discoveryProblem, ...counts } = result
      const read = (text: string) => readStoredText(text, localize(actor.language))
      const said = {
        ...(discoveryProblem !== undefined && { discoveryProblem: read(discoveryProblem) }),
        ...(stopped !== undefined && { stopped: read(stopped) }),
      }
      return { cursor: 1, done: 1, result: { ...counts, ...said }, finished: true }
    },
    async afterCommit(deps, job) {
      const { source } = Params.parse(job.params)
      await withHeartbeat(deps, job.id, (signal) =>
        runSource(deps, source, { id: job.id, by: job.owner, signal }),
      )
    },
  },
}
