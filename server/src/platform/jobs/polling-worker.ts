/** Work items in a table of the database. */
export interface WorkSource {
  /** Interval in milliseconds for work that this server was not notified of. */
  pollIntervalMs: number
  /** Does the next item; false when none waits. */
  next(): Promise<boolean>
  /** A failed item keeps its last committed state, and the next poll tries again. */
  onError(error: unknown): void
}

/** Does one work item after the other, when it is woken and at an interval. */
export class PollingWorker {
  readonly #work: WorkSource
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined
  #wanted = false
  #stopped = false

  constructor(work: WorkSource) {
    this.#work = work
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#work.pollIntervalMs).unref()
  }

  wake(): void {
    this.#wanted = true
    if (this.#stopped) return
    this.#working ??= this.#run()
  }

  /** Stops after the current item. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#working
  }

  async #run(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false
      try {
        // Only sets the flag: `wake` may have set it during the item.
        if (await this.#work.next()) this.#wanted = true
      } catch (error) {
        this.#work.onError(error)
      }
    }
    // In the same step as the check above: a call in between would not be noticed.
    this.#working = undefined
  }
}
