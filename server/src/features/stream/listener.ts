import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Actor } from '@portal/contract'
import { positionOnlyText } from './event-text.ts'
import type { Position } from './position.ts'

/** A browser that does not read is cut off; it comes back with its Last-Event-ID. */
const maxBufferedBytes = 1_048_576
/** So many pages of news wait for a replay at most. */
const maxWaiting = 500
/** A replay waits this long for a browser to read. */
const maxUnreadMs = 30_000

/** One open stream: what is written to it, in order, and how far it has come. */
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

  /** Do news belong to it by now? */
  get isStarted(): boolean {
    return this.#queue !== undefined
  }

  /** Begins with what `first` writes; from this call on news are to be enqueued, and wait for it. */
  start(first: () => Promise<void>): void {
    this.#isCatchingUp = true
    const catchUp = async () => {
      await first()
      this.#isCatchingUp = false
    }
    this.#queue = catchUp().catch((error: unknown) => this.fail(error))
  }

  /**
   * Lets `write` follow what is written before it. Resolves when it is done, or at once where something long
   * is before it.
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

  /** Writes what brings the stream to a position. */
  write(text: string, position: Position): void {
    if (!this.body.writable) return
    this.#position = position
    if (text === '') return
    if (this.body.writableLength + this.body.readableLength > maxBufferedBytes) this.body.destroy()
    else this.body.write(text)
  }

  /** The same, and resolves when the browser has read enough of it to be written more. */
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

  /** Says that the connection stands, and that nothing happened since what was told. */
  beat(now: Date): void {
    if (!this.body.writable) return
    const text =
      this.#position === undefined ? '' : positionOnlyText({ ...this.#position, saidAt: now.getTime() })
    if (this.body.writableLength + this.body.readableLength <= maxBufferedBytes)
      this.body.write(`: still here\n\n${text}`)
    else if (!this.#isCatchingUp) this.body.destroy()
  }

  /** A fault ends the stream: its page asks for it anew with the last event it got, and misses nothing. */
  fail(error: unknown): void {
    this.#onFault(error)
    this.body.destroy()
  }
}
