import type { PlatformDeps } from '../deps.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { claimTask, finishTask, registerTasks, renewLease } from './task-store.ts'
import type { ClaimedTask, TaskOutcome } from './task-store.ts'

type SchedulerDeps = Pick<PlatformDeps, 'database' | 'log' | 'ids'>

export interface SchedulerTimes {
  /** The first tasks wait, so that they do not slow down the start. */
  startAfterMs: number
  pollMs: number
  /**
   * A server that was killed or paused for this long loses its task to another one. Renewed three times as
   * often.
   */
  leaseMs: number
}
const defaultTimes: SchedulerTimes = { startAfterMs: 30_000, pollMs: 1_000, leaseMs: 30_000 }

/** Maximum length of a stored error. */
const maxErrorLength = 500

/**
 * Runs the scheduled tasks that are due. The servers of a database share its table of tasks: one of them runs
 * a task at a time. Starts at most one task per poll, so that overdue tasks do not all begin at once.
 */
export class TaskScheduler {
  readonly #deps: SchedulerDeps
  readonly #tasks: readonly ScheduledTask[]
  readonly #times: SchedulerTimes
  readonly #running = new Set<Promise<void>>()
  readonly #stopped = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #isRegistered = false
  #polling: Promise<void> = Promise.resolve()

  constructor(deps: SchedulerDeps, tasks: readonly ScheduledTask[], times: Partial<SchedulerTimes> = {}) {
    this.#deps = deps
    this.#tasks = tasks
    this.#times = { ...defaultTimes, ...times }
  }

  start(): void {
    this.#pollAfter(this.#times.startAfterMs)
  }

  /** Stops starting tasks, asks those in progress to end early, and waits for them. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    await this.#polling
    await Promise.all(this.#running)
  }

  #pollAfter(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().then(() => {
        if (!this.#stopped.signal.aborted) this.#pollAfter(this.#times.pollMs)
      })
    }, ms).unref()
  }

  async #poll(): Promise<void> {
    const { database, log, ids } = this.#deps
    try {
      if (!this.#isRegistered) await registerTasks(database, this.#tasks)
      this.#isRegistered = true
      const lease = ids.token(12)
      const claimed = await claimTask(database, this.#tasks, { lease, leaseMs: this.#times.leaseMs })
      if (claimed === undefined) return
      const running = this.#run(claimed, lease).finally(() => this.#running.delete(running))
      this.#running.add(running)
    } catch (error) {
      log.warn({ err: error }, 'scheduled tasks could not be looked for; the next poll tries again')
    }
  }

  async #run({ name, place, was_interrupted: wasInterrupted }: ClaimedTask, lease: string): Promise<void> {
    const { database, log } = this.#deps
    const task = this.#tasks.find((task) => task.name === name && (task.place ?? '') === place)
    if (task === undefined) return
    if (wasInterrupted) log.warn({ task: name }, 'a scheduled task was interrupted and runs again')
    const takenOver = new AbortController()
    const renewal = setInterval(() => {
      renewLease(database, lease, this.#times.leaseMs).then(
        (isOurs) => {
          if (!isOurs) takenOver.abort()
        },
        (error: unknown) => log.warn({ err: error, task: name }, 'lease of a scheduled task not renewed'),
      )
    }, this.#times.leaseMs / 3).unref()
    const beganMs = performance.now()
    const outcome = await this.#outcomeOf(task, AbortSignal.any([takenOver.signal, this.#stopped.signal]))
    clearInterval(renewal)
    try {
      if (!(await finishTask(database, lease, outcome, performance.now() - beganMs)))
        log.warn({ task: name }, 'a scheduled task was taken over by another server before it ended')
    } catch (error) {
      // The lease ends by itself, and the task runs again.
      log.warn({ err: error, task: name }, 'the end of a scheduled task could not be saved')
    }
  }

  async #outcomeOf(task: ScheduledTask, signal: AbortSignal): Promise<TaskOutcome> {
    const { log } = this.#deps
    try {
      const counts = await task.run(signal)
      const hasWorked = Object.values(counts).some((count) => count > 0)
      log[hasWorked ? 'info' : 'debug']({ task: task.name, ...counts }, 'scheduled task done')
      return { counts }
    } catch (error) {
      if (this.#stopped.signal.aborted)
        log.info({ task: task.name }, 'scheduled task ended by the stop of the server; it is tried again')
      else log.warn({ err: error, task: task.name }, 'scheduled task failed; it is tried again')
      const message = error instanceof Error ? error.message : String(error)
      return { error: message.slice(0, maxErrorLength) }
    }
  }
}
