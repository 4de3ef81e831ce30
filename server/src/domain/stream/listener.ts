import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Actor } from '@portal/contract'
import { positionOnlyText } from './event-text.ts'
import type { Position } from './position.ts'

/** A browser that reads too slowly is disconnected. It reconnects with its Last-Event-ID. */
const maxBufferedBytes = 1_048_576
/** Maximum number of history pages that wait for a replay. */
const maxWaiting = 500
/** How long a replay waits for a slow browser. */
const maxUnreadMs = 30_000

/** One open stream: writes to it in order and tracks its position. */
export class StreamListener {
  readonly actor: Actor
  readonly sessionHash: string
  readonly body = new PassThrough({ highWaterMark: maxBufferedBytes })
  readonly #onFault: (error: unknown) => void
  #position: Position | undefined
  #queue: Promise<void> | undefined
  #waiting = 0
  #isCatchingUp = false

  constructor(actor: Actor, sessionHash: string, onError: (error: unknown) => void) {
    this.actor = actor
    this.sessionHash = sessionHash
    this.#onFault = onError
  }

  /** Whether events can be enqueued. */
  get isStarted(): boolean {
    return this.#queue !== undefined
  }

  /** Starts with what `first` writes. Events enqueued from now on wait for it. */
  start(first: () => Promise<void>): void {
    this.#isCatchingUp = true
    const catchUp = async () => {
      await first()
      this.#isCatchingUp = false
    }
    this.#queue = catchUp().catch((error: unknown) => this.fail(error))
  }

  /**
   * Runs `write` after all earlier writes. Resolves when it is done, or immediately while the stream is
   * catching up.
   */
  async enqueue(write: () => Promise<void>): Promise<void> {
    if (!this.body.writable) return
    if (this.#waiting >= maxWaiting) {
      this.body.destroy()
      return
    }
    this.#waiting += 1
    this.#queue = this.#after(this.#queue, write)
    if (!this.#isCatchingUp) await this.#queue
  }

  async #after(previous: Promise<void> | undefined, write: () => Promise<void>): Promise<void> {
    await previous
    try {
      if (this.body.writable) await write()
    } catch (error) {
      this.fail(error)
    } finally {
      this.#waiting -= 1
    }
  }

  /** Writes text and advances the stream to a position. */
  write(text: string, position: Position): void {
    if (!this.body.writable) return
    this.#position = position
    if (text === '') return
    if (this.body.writableLength + this.body.readableLength > maxBufferedBytes) this.body.destroy()
    else this.body.write(text)
  }

  /** Writes an event that is no part of the history. Nothing is kept for a stream that is not started. */
  send(text: string): void {
    if (!this.isStarted || this.#isCatchingUp || !this.body.writable) return
    if (this.body.writableLength + this.body.readableLength <= maxBufferedBytes) this.body.write(text)
  }

  /** Like `write`, but resolves when the browser has read enough to continue. */
  async writeSlowly(text: string, position: Position): Promise<void> {
    this.#position = position
    if (text === '' || this.body.write(text)) return
    const over = new AbortController()
    const drained = new Promise<void>((resolve) => {
      this.body.once('drain', resolve).once('close', resolve)
    })
    const unread = setTimeout(maxUnreadMs, undefined, { signal: over.signal, ref: false }).then(() =>
      this.body.destroy(),
    )
    await Promise.race([drained, unread])
    over.abort()
    await unread.catch(() => undefined)
  }

  /** Keeps the connection alive and tells the browser that its position is current. */
  beat(now: Date): void {
    if (!this.body.writable) return
    const text =
      this.#position === undefined ? '' : positionOnlyText({ ...this.#position, saidAt: now.getTime() })
    if (this.body.writableLength + this.body.readableLength <= maxBufferedBytes)
      this.body.write(`: still here\n\n${text}`)
    else if (!this.#isCatchingUp) this.body.destroy()
  }

  /** Ends the stream after an error. The page reconnects with its last event id and misses nothing. */
  fail(error: unknown): void {
    this.#onFault(error)
    this.body.destroy()
  }
}
