import type { Deps } from '../../deps.ts'
import { Gaps } from './gaps.ts'
import { findLastId, listAfter } from './history.queries.ts'
import type { HistoryEvent } from './history.queries.ts'

/** Wake-ups within this time share one look at the table. */
const coalesceMs = 30
/** A look without being woken, for notifications lost while the listener reconnected. */
const anywayMs = 900
const batchSize = 2_000

/**
 * Follows the history table by id, woken by NOTIFY: whatever server on this database wrote an event, `onEvents` gets it here, in order
 * of id but for late commits, at least once.
 */
export class HistoryTail {
  readonly #deps: Deps
  readonly #onEvents: (events: HistoryEvent[]) => Promise<void>
  readonly #gaps = new Gaps()
  #last = 0
  #looking = false
  #wanted = false
  #wakeUp: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined

  constructor(deps: Deps, onEvents: (events: HistoryEvent[]) => Promise<void>) {
    this.#deps = deps
    this.#onEvents = onEvents
  }

  /** Id of the last event passed on; a browser that connects now begins behind it. */
  get position(): number {
    return this.#last
  }

  async start(): Promise<void> {
    this.#last = await findLastId(this.#deps.database)
    this.#unlisten = await this.#deps.database.listen('history', () => this.#wake())
    this.#timer = setInterval(() => void this.#look(), anywayMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    clearTimeout(this.#wakeUp)
    await this.#unlisten?.()
  }

  #wake(): void {
    this.#wakeUp ??= setTimeout(() => {
      this.#wakeUp = undefined
      void this.#look()
    }, coalesceMs).unref()
  }

  async #look(): Promise<void> {
    this.#wanted = true
    if (this.#looking) return
    this.#looking = true
    try {
      while (this.#wanted) {
        this.#wanted = false
        const events = await listAfter(this.#deps.database, this.#last, this.#gaps.numbers(), batchSize)
        if (events.length === 0) continue
        this.#gaps.note(
          this.#last,
          events.map((event) => event.id),
          Date.now(),
        )
        this.#last = Math.max(this.#last, ...events.map((event) => event.id))
        await this.#onEvents(events)
        this.#wanted ||= events.length === batchSize
      }
    } catch (error) {
      // The next wake-up or the timer looks again from the same place.
      this.#deps.log.warn({ err: error }, 'history not read')
    } finally {
      this.#looking = false
    }
  }
}
