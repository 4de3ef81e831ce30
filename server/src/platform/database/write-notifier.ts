import { setTimeout } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Writes within this time share one announcement. The response to the first write does not wait for it. */
const gatherMs = 25

/**
 * Announces to all servers, after a commit, that the history has new entries. Writes close together share one
 * announcement, because a NOTIFY in each transaction would make writers wait for each other.
 */
export class WriteNotifier {
  readonly #database: Pick<Database, 'query'>
  #running: Promise<void> | undefined
  /** Another announcement will follow; writes that commit until then share it. */
  #isWaiting = false

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database
  }

  notify(): void {
    this.#isWaiting = true
    this.#running ??= this.#run()
  }

  /** Resolves when pending announcements are sent; call it before the database is closed. */
  async flush(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isWaiting) {
      await setTimeout(gatherMs)
      this.#isWaiting = false
      await this.#announce()
    }
    // In the same step as the check above: a call in between would not be noticed.
    this.#running = undefined
  }

  async #announce(): Promise<void> {
    try {
      // The announcement stores nothing, so it need not wait for a disk flush.
      await this.#database.query(
        "select set_config('synchronous_commit', 'off', true), pg_notify('history', '')",
        [],
      )
    } catch {
      // The write and its history entry are committed. Readers of the history also poll and will find it.
    }
  }
}
