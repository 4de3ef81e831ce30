import { Refusal, joined, phrase } from '@portal/contract'
import type { Actor, Sayable, TimeZone } from '@portal/contract'
import type { Transaction } from 'kysely'
import { findPersonActor } from '#platform/auth/person-actor.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { findLanguageOf } from '#platform/language/language-of-person.ts'
import { localize } from '#platform/language/localize.ts'
import type { PlatformDeps } from '../deps.ts'
import { claimJob, maxShortRows } from './claim-job.ts'
import { failJob, lockClaimedJob, releaseAllJobs, releaseJob, requeueJob, saveProgress } from './job-store.ts'
import type { JobProgress, StoredJob } from './job-store.ts'
import { PollingWorker } from './polling-worker.ts'

/**
 * The work of one kind of job, in batches. A batch and its progress are one transaction, so after a kill
 * another server continues after the last committed batch. A thrown Refusal fails the job with its message.
 * After an `unavailable` Refusal or any other error, the batch is tried again.
 */
export interface JobHandler<Deps extends PlatformDeps = PlatformDeps> {
  step(deps: Deps, trx: Transaction<Tables>, job: StoredJob, actor: Actor): Promise<JobProgress>
  /** Never runs at the same time as another exclusive job on the same collection. */
  isExclusive?: true
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
  /** How many jobs run at once. From two on, one place is kept for short jobs. */
  atOnce: number
  /** Runs work in a transaction; database errors that people can act on become Refusals. */
  inTransaction<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
}

const pollIntervalMs = 1_000
const maxAttempts = 3

async function ownerOf(trx: Transaction<Tables>, job: StoredJob, officesZone: TimeZone): Promise<Actor> {
  const owner = await findPersonActor(trx, job.owner, officesZone)
  if (owner === null) throw new Refusal('forbidden', 'The person who started this no longer has access.')
  return owner
}

/** A job that this server works on. */
interface Claimed {
  job: StoredJob
  /** Identifies the claim in the table. */
  claim: string
}

/**
 * Works on the jobs of all servers, several at a time. It claims jobs in the table and releases them when the
 * server stops. `claim-job.ts` has the rules for which jobs run together.
 */
export class JobRunner<Deps extends PlatformDeps> {
  readonly #deps: Deps
  readonly #handlers: JobRunnerOptions<Deps>['handlers']
  readonly #atOnce: number
  readonly #inTransaction: JobRunnerOptions<Deps>['inTransaction']
  readonly #exclusiveKinds: readonly string[]
  readonly #running = new Map<Claimed, Promise<void>>()
  readonly #loop: PollingWorker
  #unlisten: (() => void) | undefined

  constructor({ deps, handlers, atOnce, inTransaction }: JobRunnerOptions<Deps>) {
    this.#deps = deps
    this.#handlers = handlers
    this.#atOnce = atOnce
    this.#inTransaction = inTransaction
    this.#exclusiveKinds = Object.keys(handlers).filter((kind) => handlers[kind]?.isExclusive === true)
    this.#loop = new PollingWorker({
      pollIntervalMs,
      next: () => this.#next(),
      // The job keeps its last committed state, and the timer tries again.
      onError: (error) => deps.log.error({ err: error }, 'no job claimed'),
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

  /** Stops after the current batch of each job. */
  async stop(): Promise<void> {
    this.#unlisten?.()
    await this.#loop.stop()
    await Promise.all(this.#running.values())
  }

  /** Starts the next job. Returns false when none may run now. */
  async #next(): Promise<boolean> {
    if (this.#running.size >= this.#atOnce) return false
    const claim = this.#deps.ids.token(12)
    const long = [...this.#running.keys()].filter(({ job }) => job.total > maxShortRows).length
    const mayTakeLong = this.#atOnce === 1 || long < this.#atOnce - 1
    const job = await claimJob(this.#deps.database, claim, {
      exclusiveKinds: this.#exclusiveKinds,
      mayTakeLong,
    })
    if (job === undefined) return false
    const claimed = { job, claim }
    const running = this.#finish(claimed)
      // The job keeps its last committed state and is claimed again when it counts as abandoned.
      .catch((error: unknown) => this.#deps.log.error({ err: error, job: job.id }, 'job not worked on'))
      .finally(() => {
        this.#running.delete(claimed)
        this.wake()
      })
    this.#running.set(claimed, running)
    return true
  }

  async #finish({ job, claim }: Claimed): Promise<void> {
    try {
      // Loads fields that another server added since, before the first batch.
      const { timeZone } = await currentConfiguration(this.#deps)
      while (!this.#loop.isStopped && (await this.#step(job.id, claim, timeZone))) this.#deps.writes.notify()
      if (this.#loop.isStopped) await releaseJob(this.#deps.database, claim)
    } catch (error) {
      await this.#onError({ job, claim }, error)
    }
    this.#deps.writes.notify()
  }

  /** Runs one batch. Returns false when the job is done, canceled or claimed again by a server. */
  async #step(id: string, claim: string, officesZone: TimeZone): Promise<boolean> {
    const done = await this.#inTransaction(async (trx) => {
      const job = await lockClaimedJob(trx, id, claim)
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

  async #onError({ job, claim }: Claimed, error: unknown): Promise<void> {
    // A Refusal of type `unavailable`, such as a database under load, may be temporary. Every other Refusal
    // is final.
    if (error instanceof Refusal && error.type !== 'unavailable') return this.#fail(job, error.detail)
    this.#deps.log.error({ err: error, job: job.id }, 'job interrupted')
    const attempts = await requeueJob(this.#deps.database, job.id, claim)
    if (attempts < maxAttempts) return
    const reason = error instanceof Refusal ? error.detail : phrase('Stopped by a server error.', {})
    await this.#fail(job, joined([reason, phrase('Changes made so far are kept.', {})]))
  }
}
