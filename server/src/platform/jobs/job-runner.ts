import { Refusal, joined, phrase, toOrgRole, toRole, zoneOr } from '@portal/contract'
import type { Actor, Language, Sayable, TimeZone } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { findLanguageOf, languageOfPerson } from '#platform/language/language-of-person.ts'
import { localize } from '#platform/language/localize.ts'
import type { PlatformDeps } from '../deps.ts'
import {
  claimJob,
  failJob,
  lockClaimedJob,
  releaseAllJobs,
  releaseJobs,
  requeueJob,
  saveProgress,
} from './job-store.ts'
import type { JobProgress, StoredJob } from './job-store.ts'
import { PollingWorker } from './polling-worker.ts'

/**
 * The work of one kind of job, in batches. A batch and its progress are one transaction, so after a kill
 * another server continues after the last committed batch. A thrown Refusal fails the job with its message.
 * After an `unavailable` Refusal or any other error, the batch is tried again.
 */
export interface JobHandler<Deps extends PlatformDeps = PlatformDeps> {
  step(deps: Deps, trx: Transaction<Tables>, job: StoredJob, actor: Actor): Promise<JobProgress>
  /**
   * Called after the commit of every batch except the last, outside the transaction. It is skipped if the
   * server is killed.
   */
  afterCommit?(deps: Deps, job: StoredJob, progress: JobProgress): Promise<void>
}

/** What the runner gets from the layers above it. */
export interface JobRunnerOptions<Deps extends PlatformDeps> {
  deps: Deps
  /** By kind of job. */
  handlers: Readonly<Record<string, JobHandler<Deps>>>
  /** Runs work in a transaction; database errors that people can act on become Refusals. */
  inTransaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
}

const pollIntervalMs = 1_000
const maxAttempts = 3

async function ownerOf(trx: Transaction<Tables>, job: StoredJob, officesZone: TimeZone): Promise<Actor> {
  const { rows } = await sql<{
    pid: string
    role: string | null
    org: string | null
    org_role: string | null
    time_zone: string | null
    language: Language
  }>`select pid, role, org, org_role, time_zone, ${languageOfPerson} as language from users u
    where pid = ${job.owner} and deleted_at is null and status not in ('DISABLED', 'DELETED')`.execute(trx)
  const [row] = rows
  const role = toRole(row?.role)
  if (row === undefined || role === null)
    throw new Refusal('forbidden', 'The person who started this no longer has access.')
  return {
    pid: row.pid,
    role,
    org: row.org,
    orgRole: toOrgRole(row.org_role),
    timeZone: zoneOr(row.time_zone, officesZone),
    language: row.language,
  }
}

/**
 * Works on the jobs of all servers, one at a time. It claims a job in the table and releases it when the
 * server stops.
 */
export class JobRunner<Deps extends PlatformDeps> {
  readonly #deps: Deps
  readonly #handlers: JobRunnerOptions<Deps>['handlers']
  readonly #inTransaction: JobRunnerOptions<Deps>['inTransaction']
  readonly #server: string
  readonly #loop: PollingWorker
  #unlisten: (() => void) | undefined

  constructor({ deps, handlers, inTransaction }: JobRunnerOptions<Deps>) {
    this.#deps = deps
    this.#handlers = handlers
    this.#inTransaction = inTransaction
    this.#server = deps.ids.token(12)
    this.#loop = new PollingWorker({
      pollIntervalMs,
      next: () => this.#next(),
      // The job keeps its last committed state, and the timer tries again.
      onError: (error) => deps.log.error({ err: error }, 'job not worked on'),
    })
  }

  /**
   * With an embedded database this is the only server. Jobs that ran when it was killed continue immediately.
   */
  async start(): Promise<void> {
    if (this.#deps.database.kind !== 'server') await releaseAllJobs(this.#deps.database)
    this.#unlisten = this.#deps.jobs.listen(() => this.wake())
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#unlisten?.()
    await this.#loop.stop()
    await releaseJobs(this.#deps.database, this.#server)
  }

  async #next(): Promise<boolean> {
    const job = await claimJob(this.#deps.database, this.#server)
    if (job === undefined) return false
    await this.#finish(job)
    return true
  }

  async #finish(job: StoredJob): Promise<void> {
    try {
      // Loads fields that another server added since, before the first batch.
      const { timeZone } = await currentConfiguration(this.#deps)
      while (!this.#loop.isStopped && (await this.#step(job.id, timeZone))) this.#deps.writes.notify()
    } catch (error) {
      await this.#onError(job, error)
    }
    this.#deps.writes.notify()
  }

  /** Runs one batch. Returns false when the job is done or another server has taken it over. */
  async #step(id: string, officesZone: TimeZone): Promise<boolean> {
    const done = await this.#inTransaction(async (trx) => {
      const job = await lockClaimedJob(trx, id, this.#server)
      if (job === undefined) return null
      const handler = this.#handlers[job.kind]
      if (handler === undefined)
        throw new Refusal('unavailable', phrase('Unknown job type {{kind}}.', { kind: job.kind }))
      const progress = await handler.step(this.#deps, trx, job, await ownerOf(trx, job, officesZone))
      await saveProgress(trx, id, progress)
      await this.#tell(trx, job, progress.finished ? 'done' : 'running', progress.done)
      return { handler, job, progress }
    })
    if (done === null || done.progress.finished) return false
    await done.handler.afterCommit?.(this.#deps, done.job, done.progress)
    return true
  }

  async #tell(
    trx: Transaction<Tables>,
    { id, owner, total }: StoredJob,
    state: string,
    done: number,
  ): Promise<void> {
    const at = this.#deps.clock.now()
    await appendEvent(trx, {
      collection: 'job',
      pid: id,
      action: state,
      version: 0,
      actor: owner,
      at,
      changes: { id, state, done, total },
    })
  }

  async #fail(job: StoredJob, detail: Sayable): Promise<void> {
    await this.#inTransaction(async (trx) => {
      await failJob(trx, job.id, localize(await findLanguageOf(trx, job.owner))(detail))
      await this.#tell(trx, job, 'failed', job.done)
    })
  }

  async #onError(job: StoredJob, error: unknown): Promise<void> {
    // A Refusal of type `unavailable`, such as a database under load, may be temporary. Every other Refusal
    // is final.
    if (error instanceof Refusal && error.type !== 'unavailable') return this.#fail(job, error.detail)
    this.#deps.log.error({ err: error, job: job.id }, 'job interrupted')
    const attempts = await requeueJob(this.#deps.database, job.id, this.#server)
    if (attempts < maxAttempts) return
    const reason = error instanceof Refusal ? error.detail : phrase('Stopped by a server error.', {})
    await this.#fail(job, joined([reason, phrase('Changes made so far are kept.', {})]))
  }
}
