import { Duplex } from 'node:stream'

/** The other end of the wire protocol: PGlite in this process or in a worker thread. */
export interface WireSession {
  exec(bytes: Uint8Array): Promise<Uint8Array>
}

const syncCode = 'S'.charCodeAt(0)
const simpleQueryCode = 'Q'.charCodeAt(0)
const terminateCode = 'X'.charCodeAt(0)

/**
 * AuthenticationOk and ReadyForQuery (idle): the complete handshake of a session without password and TLS.
 */
const handshake = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/**
 * A "socket" for a `pg` client that is connected to PGlite, so that all three databases share one driver, one
 * set of type parsers and one form of errors. Messages are passed on in complete batches up to a Sync or a
 * simple Query, because PGlite skips to the Sync after an error only within one batch.
 */
export class PgliteStream extends Duplex {
  readonly #session: WireSession
  #started = false
  #pending: Buffer = Buffer.alloc(0)
  #batch: Buffer[] = []

  constructor(session: WireSession) {
    super()
    this.#session = session
  }

  /** `pg` calls these methods on a socket. They do nothing here. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    this.#drain().then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  async #drain(): Promise<void> {
    for (;;) {
      const header = this.#started ? 1 : 0
      if (this.#pending.length < header + 4) return
      const length = header + this.#pending.readUInt32BE(header)
      if (this.#pending.length < length) return
      const message = this.#pending.subarray(0, length)
      this.#pending = this.#pending.subarray(length)
      if (!this.#started) {
        this.#started = true
        this.push(handshake)
      } else await this.#take(message)
    }
  }

  async #take(message: Buffer): Promise<void> {
    const code = message[0]
    if (code === terminateCode) return
    this.#batch.push(message)
    if (code !== syncCode && code !== simpleQueryCode) return
    const batch = Buffer.concat(this.#batch)
    this.#batch = []
    this.push(Buffer.from(await this.#session.exec(batch)))
  }
}
