import type { DomainDeps } from '../deps.ts'
import { findLast, findSnapshot, forgetForeignTransactions } from './history.queries.ts'
import { isComplete } from './position.ts'
import type { Position, Snapshot } from './position.ts'
import { positionAt, readHistory } from './read-history.ts'
import type { HistoryPage } from './read-history.ts'

/** Wake-ups within this time share one read of the table. */
const coalesceMs = 30
/** Interval of reads without a wake-up, for notifications lost while the listener reconnected. */
const anywayMs = 900
const nothing: Snapshot = { next: 0, open: [] }

/**
 * Follows the history table, woken by NOTIFY. `onPage` gets the events of all servers on this database
 * exactly once, soon after their transaction has committed. The events of one read are ordered by id, so
 * those of one record are in the order of its changes.
 */
export class HistoryTail {
  readonly #deps: DomainDeps
  readonly #onPage: (page: HistoryPage) => Promise<void>
  #position: Position = { before: nothing, snapshot: nothing, id: 0, at: 0, saidAt: 0 }
  #latest = nothing
  #readAtMs: number | null = null
  #reading: Promise<void> = Promise.resolve()
  #waiting: Promise<void> | undefined
  #wakeUp: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined

  constructor(deps: DomainDeps, onPage: (page: HistoryPage) => Promise<void>) {
    this.#deps = deps
    this.#onPage = onPage
  }

  /**
   * Position up to which events were passed on. It is complete when a promise of `look` has just resolved. A
   * browser that connects now starts after it.
   */
  get position(): Position {
    return { ...this.#position, saidAt: this.#deps.clock.now().getTime() }
  }

  /** Snapshot of the last read. It can be newer than the position when there are no events. */
  get latest(): Snapshot {
    return this.#latest
  }

  /** Time since the last successful read began; null before the first one. */
  get behindMs(): number | null {
    return this.#readAtMs === null ? null : performance.now() - this.#readAtMs
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
   * Resolves when a read that started after the call has passed on everything it found. Rejects if the
   * database does not respond.
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
    // The next wake-up or the timer reads again from the same position.
    this.look().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'history not read'))
  }

  async #read(): Promise<void> {
    const { database, clock } = this.#deps
    const beganMs = performance.now()
    const snapshot = await findSnapshot(database)
    let hasNews = false
    for await (const page of readHistory(database, this.#position, snapshot)) {
      // Set before the page is passed on: a browser that connects meanwhile starts after this page.
      this.#position = positionAt(page, page.last, clock.now())
      hasNews = true
      await this.#onPage(page)
    }
    this.#latest = snapshot
    this.#readAtMs = beganMs
    // Without new rows the position keeps its snapshot. Transactions that wrote no history do not need to
    // advance it.
    if (hasNews || !isComplete(this.#position))
      this.#position = { ...this.#position, before: snapshot, snapshot }
  }
}
