import { setTimeout as pause } from 'node:timers/promises'

/** Pids that arrive within this time share one piece of work. */
const gatherMs = 40
/** Pids in one piece of work. A notification is limited to 8,000 bytes by PostgreSQL. */
const maxPids = 100

/** Gathers pids and works on them, a batch at a time. A batch whose work fails is dropped. */
export class GatheredPids {
  readonly #work: (pids: readonly string[]) => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Set<string>()
  #working: Promise<void> | undefined
  #isClosed = false

  constructor(work: (pids: readonly string[]) => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  add(pids: readonly string[]): void {
    for (const pid of pids) this.#waiting.add(pid)
    if (this.#waiting.size > 0 && !this.#isClosed) this.#working ??= this.#run()
  }

  /** Ends after the batch in progress. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#working
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#isClosed) {
      await pause(gatherMs)
      const batch = [...this.#waiting].slice(0, maxPids)
      for (const pid of batch) this.#waiting.delete(pid)
      try {
        await this.#work(batch)
      } catch (error) {
        this.#onError(error)
      }
    }
    // In the same step as the check above: pids that are added in between would wait for the next ones.
    this.#working = undefined
  }
}
