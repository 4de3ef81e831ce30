/** Pieces of work that lie in a table of the database. */
export interface WorkSource {
  /** How often it is looked for what nobody told of, in milliseconds. */
  pollIntervalMs: number
  /** Does the next piece; false when none waits. */
  next(): Promise<boolean>
  /** A piece that failed stays where it was committed last; the loop looks again when its time comes. */
  onError(error: unknown): void
}

/** Does one piece of work after the other: when it is told that some waits, and by looking now and then. */
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
    this.#working ??= this.#run().finally(() => {
      this.#working = undefined
    })
  }

  /** Ends after the piece at hand. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    await this.#working
  }

  async #run(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false
      try {
        // Whoever woke it meanwhile is heard too.
        if (await this.#work.next()) this.#wanted = true
      } catch (error) {
        this.#work.onError(error)
      }
    }
  }
}
