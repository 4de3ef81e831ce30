import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Environment } from '#platform/environment/environment.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { readSecretKey } from '#platform/environment/secret-key.ts'
import { openDataDir } from '#platform/storage/open-data-dir.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { createLog, openMigrated } from './open-deps.ts'
import { relayMetrics, shareMetrics } from './worker-metrics.ts'
import type { WorkerRole } from './open-deps.ts'

/** The variable that tells a worker whether it is the first of this start. */
const roleVariable = 'PORTAL_WORKER'
/** The variable with the number of a worker, from 1. A worker that replaces another has its number. */
const placeVariable = 'PORTAL_WORKER_PLACE'
/** How long a worker that ended by itself waits for its successor; doubled each time it ends again soon. */
const [firstPauseMs, longestPauseMs, soonMs] = [500, 30_000, 60_000]
const maxStopMs = 15_000

/** Whether this process is a worker, and whether it is the first of this start, which seeds and greets. */
export function workerRole(): WorkerRole {
  const role = process.connected ? process.env[roleVariable] : undefined
  return role === 'first' || role === 'further' ? role : null
}

/** Ends this worker when the process above it is gone, however that ended. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1))
}

/** Tells the process above a worker that the worker listens, and shares its metrics with the others. */
export function reportListening(metrics: Metrics): void {
  shareMetrics(metrics, process.env[placeVariable] ?? '')
  process.send?.('listening')
}

/** Resolves with true when the worker listens, with false when it ended before. */
function untilListening(worker: ChildProcess, ended: AbortSignal): Promise<boolean> {
  return once(worker, 'message', { signal: ended }).then(
    () => true,
    () => false,
  )
}

/** The workers of a server. A worker that ends by itself is replaced. */
class Workers {
  readonly #log: Logger
  readonly #running = new Set<ChildProcess>()
  readonly #stopped = new AbortController()

  constructor(log: Logger) {
    this.#log = log
  }

  /** Starts the first worker, then the others. Returns false if one does not start. */
  async start(count: number): Promise<boolean> {
    if (!(await this.#startOne('first', 1, firstPauseMs))) return false
    const others = Array.from({ length: count - 1 }, (_, at) =>
      this.#startOne('further', at + 2, firstPauseMs),
    )
    return (await Promise.all(others)).every((isListening) => isListening)
  }

  /** Starts a worker and resolves when it listens, or with false when it ended before. */
  async #startOne(role: 'first' | 'further', place: number, pauseMs: number): Promise<boolean> {
    const env = { ...process.env, [roleVariable]: role, [placeVariable]: String(place) }
    const worker = fork(join(import.meta.dirname, 'main.ts'), { env })
    this.#running.add(worker)
    relayMetrics(worker, this.#running)
    const ended = new AbortController()
    worker.once('exit', () => {
      this.#running.delete(worker)
      ended.abort()
    })
    const isListening = await untilListening(worker, ended.signal)
    if (isListening) this.#replaceWhenEnded(worker, place, pauseMs)
    return isListening
  }

  #replaceWhenEnded(worker: ChildProcess, place: number, pauseMs: number): void {
    const begun = performance.now()
    worker.once('exit', (code, signal) => {
      if (this.#stopped.signal.aborted) return
      this.#log.error({ code, signal }, 'a worker ended and is replaced')
      const isSoon = performance.now() - begun < soonMs
      void this.#replace(place, isSoon ? pauseMs : firstPauseMs)
    })
  }

  async #replace(place: number, pauseMs: number): Promise<void> {
    const longer = Math.min(pauseMs * 2, longestPauseMs)
    const { signal } = this.#stopped
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    if (!(await this.#startOne('further', place, longer))) await this.#replace(place, longer)
  }

  /** Ends every worker as SIGTERM does: each drains and finishes its requests. */
  async stop(withinMs: number): Promise<void> {
    this.#stopped.abort()
    const workers = [...this.#running]
    const ended = Promise.all(workers.map((worker) => once(worker, 'exit')))
    for (const worker of workers) worker.kill('SIGTERM')
    const late = setTimeout(() => {
      for (const worker of workers) worker.kill('SIGKILL')
    }, withinMs)
    await ended
    clearTimeout(late)
  }
}

/**
 * Runs the server as one process per worker. All listen on the same port, and the kernel gives each
 * connection to one of them, so that a killed worker takes no connection of another with it. This process
 * holds the data folder and the embedded PostgreSQL, migrates, and replaces a worker that ends. Resolves when
 * the workers serve requests. Throws a StartRefusal for errors an operator can fix.
 */
export async function runWorkers(environment: Environment, say: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux')
    throw new StartRefusal('WORKERS needs Linux, where several processes can listen on one port.')
  const log = createLog(environment.logLevel)
  const lock = await openDataDir(environment.dataDir)
  const closers = [() => lock.release()]
  const workers = new Workers(log)
  let stopping = false
  const close = async () => {
    await workers.stop(environment.drainSeconds * 1_000 + maxStopMs)
    for (const closeOne of closers.toReversed()) await closeOne()
  }
  try {
    await readSecretKey(environment.secretKey, environment.dataDir)
    const database = await openMigrated(environment, log, say)
    closers.push(() => database.close())
    if (database.kind === 'pglite')
      throw new StartRefusal('WORKERS needs PostgreSQL: start without it, or set DATABASE_URL.')
    const onSignal = (signal: NodeJS.Signals) => {
      if (stopping) return
      stopping = true
      log.info(`${signal}: stopping`)
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stop failed')
          process.exit(1)
        },
      )
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
    if (!(await workers.start(environment.workers)) && !stopping)
      throw new StartRefusal('A worker did not start. The line above says why.')
    if (!stopping) say(`${environment.workers} processes serve requests.`)
  } catch (error) {
    await close()
    throw error
  }
}
