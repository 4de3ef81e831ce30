import type { Deps } from '../../deps.ts'
import { findLast, findSnapshot, forgetForeignTransactions } from './history.queries.ts'
import { isComplete } from './position.ts'
import type { Position, Snapshot } from './position.ts'
import { positionAt, readHistory } from './read-history.ts'
import type { HistoryPage } from './read-history.ts'

/** Wake-ups within this time share one look at the table. */
const coalesceMs = 30
/** A look without being woken, for notifications lost while the listener reconnected. */
const anywayMs = 900
const nothing: Snapshot = { next: 0, open: [] }

/**
 * Follows the history table, woken by NOTIFY: whatever server on this database wrote an event, `onPage` gets
 * it here, exactly once, as soon as its transaction has committed. Those of one look come by their numbers,
 * so that of one record in the order of its changes.
 */
export class HistoryTail {
  readonly #deps: Deps
  readonly #onPage: (page: HistoryPage) => Promise<void>
  #position: Position = { before: nothing, snapshot: nothing, id: 0, at: 0, saidAt: 0 }
  #latest = nothing
  #reading: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | undefined
  #wakeUp: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined

  constructor(deps: Deps, onPage: (page: HistoryPage) => Promise<void>) {
    this.#deps = deps
    this.#onPage = onPage
  }

  /**
   * What was passed on; complete whenever a promise of `look` has just resolved. A browser that connects now
   * begins behind it.
   */
  get position(): Position {
    return { ...this.#position, saidAt: this.#deps.clock.now().getTime() }
  }

  /** What the last look saw. The position stays behind it while nothing happens. */
  get latest(): Snapshot {
    return this.#latest
  }

  async start(): Promise<void> {
    const { database } = this.#deps
    await forgetForeignTransactions(database)
    const snapshot = await findSnapshot(database)
    const last = await findLast(database)
    this.#latest = snapshot
    this.#position = { before: snapshot, snapshot, id: last?.id ?? 0, at: last?.at.getTime() ?? 0, saidAt: 0 }
    this.#unlisten = await database.listen('history', () => this.#wake())
    this.#timer = setInterval(() => this.#lookQuietly(), anywayMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    clearTimeout(this.#wakeUp)
    await this.#unlisten?.()
  }

  /**
   * Resolves when a look that began after the call is over and all it found is passed on. Rejects when the
   * database does not answer.
   */
  look(): Promise<void> {
    this.#waiting ??= this.#lookAfter(this.#reading)
    return this.#waiting
  }

  async #lookAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined)
    this.#waiting = undefined
    this.#reading = this.#read()
    await this.#reading
  }

  #wake(): void {
    this.#wakeUp ??= setTimeout(() => {
      this.#wakeUp = undefined
      this.#lookQuietly()
    }, coalesceMs).unref()
  }

  #lookQuietly(): void {
    // The next wake-up or the timer looks again from the same place.
    this.look().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'history not read'))
  }

  async #read(): Promise<void> {
    const { database, clock } = this.#deps
    const snapshot = await findSnapshot(database)
    let hasNews = false
    for await (const page of readHistory(database, this.#position, snapshot)) {
      // Before anybody is told: who connects meanwhile begins behind this page.
      this.#position = positionAt(page, page.last, clock.now())
      hasNews = true
      await this.#onPage(page)
    }
    this.#latest = snapshot
    // Without news the position stays where the last line was seen: what transactions did that wrote none
    // proves nothing.
    if (hasNews || !isComplete(this.#position))
      this.#position = { ...this.#position, before: snapshot, snapshot }
  }
}
