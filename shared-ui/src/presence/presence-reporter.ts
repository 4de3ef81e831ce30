import { Presence, presenceBeatMs } from '@portal/contract'
import type { PresenceReport } from '@portal/contract'
import { z } from 'zod'
import { api } from '../api/api.ts'
import { randomKey } from '../uploads/random-key.ts'

type Place = NonNullable<PresenceReport['at']>

/** A record that is only passed by is not reported. */
const settleMs = 300
const url = '/api/presence'
const Answer = z.object({ presence: Presence.nullable() })

/** Tells the server which record is open: when it opens, when another field is edited, and at an interval. */
export class PresenceReporter {
  /** One for each open record, so that a report of a closed one does not concern the next. */
  readonly #tab = randomKey()
  readonly #onPresence: (presence: Presence) => void
  #place: Place | null = null
  #isReported = false
  #isStopped = false
  #settling: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setInterval> | undefined

  constructor(onPresence: (presence: Presence) => void) {
    this.#onPresence = onPresence
  }

  /** The record that is open, and the field that is edited. */
  set(place: Place): void {
    this.#isStopped = false
    this.#place = place
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      void this.report()
    }, settleMs)
  }

  /** Reports again, as after a lost connection. */
  async report(): Promise<void> {
    if (this.#place === null || this.#isStopped) return
    this.#isReported = true
    this.#beat ??= setInterval(() => void this.report(), presenceBeatMs)
    try {
      const { presence } = await api.post(url, { tab: this.#tab, at: this.#place }, Answer)
      if (presence !== null && !this.#isStopped) this.#onPresence(presence)
    } catch {
      // Nobody misses it: the next report says the same, and a record that is gone says so itself.
    }
  }

  /** The page is closing or put aside. The browser sends this after it. */
  leave(): void {
    clearTimeout(this.#settling)
    clearInterval(this.#beat)
    this.#settling = undefined
    this.#beat = undefined
    if (!this.#isReported) return
    this.#isReported = false
    void this.#sendLast()
  }

  /** Goes on when the page is gone, unlike other calls, and nothing waits for its answer. */
  async #sendLast(): Promise<void> {
    try {
      await fetch(new URL(url, location.origin), {
        method: 'POST',
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tab: this.#tab, at: null }),
      })
    } catch {
      // The server forgets this page when its stream has ended, or when it does not report again.
    }
  }

  /** The browser shows a page again that it had put aside. */
  comeBack(): void {
    void this.report()
  }

  /** The record is closed. */
  stop(): void {
    this.#isStopped = true
    this.leave()
  }
}
