import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Transform, Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StoreRefusal } from '#platform/storage/file-store.ts'
import type { ExpectedBytes } from '#platform/storage/file-store.ts'

/** Write size. Measured: with 1 MB, or with more parallel writes, uploads take twice as long. */
const pieceBytes = 65_536
/** One is filled while the other is written to the disk. */
const piecesAtOnce = 2

function asBytes(part: unknown): Buffer {
  if (typeof part === 'string') return Buffer.from(part)
  if (Buffer.isBuffer(part)) return part
  if (part instanceof Uint8Array) return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  throw new TypeError('A file store takes a stream of bytes.')
}

/**
 * Counts and hashes passing bytes. Throws as soon as there is one byte too many, or at the end when they are
 * not the expected ones.
 */
class Measure {
  readonly #expected: ExpectedBytes
  readonly #hash: Hash = createHash('sha256')
  size = 0

  constructor(expected: ExpectedBytes) {
    this.#expected = expected
  }

  take(bytes: Buffer): void {
    this.size += bytes.byteLength
    if (this.size > this.#expected.size) {
      throw new StoreRefusal('size-mismatch', `More bytes came than the ${this.#expected.size} announced.`)
    }
    this.#hash.update(bytes)
  }

  end(): { size: number; sha256: string } {
    if (this.size !== this.#expected.size)
      throw new StoreRefusal('size-mismatch', `${this.size} of ${this.#expected.size} bytes came.`)
    const sha256 = this.#hash.digest('hex')
    if (this.#expected.sha256 !== undefined && this.#expected.sha256 !== sha256) {
      throw new StoreRefusal(
        'hash-mismatch',
        'The uploaded file does not match the announced size or content.',
      )
    }
    return { size: this.size, sha256 }
  }
}

/** SHA-256 of a stream, hexadecimal. */
export async function hashBytes(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of bytes) hash.update(asBytes(part))
  return hash.digest('hex')
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.byteLength;)
    written += (await handle.write(bytes, written)).bytesWritten
}

/**
 * Frees the memory of a part that spans its whole buffer. Left to the garbage collector, a large upload keeps
 * it busy all the time.
 */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

type Done = (error?: Error | null) => void

/**
 * A file being written. Bytes are hashed as they arrive and collected in two alternating buffers: one is
 * written while the other is filled. The buffers are reused, because fresh memory per chunk costs more than
 * the write itself. The file is synced once, before the upload is confirmed: earlier syncs would slow down
 * parallel writes.
 */
class FileSink extends Writable {
  readonly #handle: FileHandle
  readonly #measure: Measure
  readonly #isOwner: boolean
  readonly #pieceBytes: number
  readonly #idle: Buffer[] = []
  #pieces = 0
  #filling: Buffer | null = null
  #filled = 0
  #isWriting = false
  /** The received part that does not fit yet, with its callback. */
  #coming: { part: Buffer; taken: number; done: Done } | null = null
  /** Callback of `_final`, called after the last write and the sync. */
  #finish: Done | null = null

  /** `isOwner`: nothing else reads the received parts, so their memory is freed after copying. */
  constructor(handle: FileHandle, measure: Measure, isOwner: boolean, expectedBytes: number) {
    super({ highWaterMark: pieceBytes, decodeStrings: true })
    this.#handle = handle
    this.#measure = measure
    this.#isOwner = isOwner
    this.#pieceBytes = Math.max(1, Math.min(pieceBytes, expectedBytes))
  }

  override _write(part: unknown, _encoding: BufferEncoding, done: Done): void {
    try {
      const bytes = asBytes(part)
      this.#measure.take(bytes)
      this.#coming = { part: bytes, taken: 0, done }
    } catch (error) {
      done(asError(error))
      return
    }
    this.#gather()
  }

  override _final(done: Done): void {
    this.#finish = done
    this.#goOn()
  }

  /** Copies the received part into the current buffer as far as it fits. */
  #gather(): void {
    while (this.#coming !== null) {
      const { part, taken, done } = this.#coming
      const piece = this.#roomy()
      if (piece === null) return
      const copied = part.copy(piece, this.#filled, taken)
      this.#filled += copied
      this.#goOn()
      if (taken + copied < part.byteLength) {
        this.#coming = { part, taken: taken + copied, done }
        continue
      }
      this.#coming = null
      if (this.#isOwner) release(part)
      done()
    }
  }

  /** A buffer with free space; null while both wait for the disk. */
  #roomy(): Buffer | null {
    if (this.#filling !== null && this.#filled < this.#filling.byteLength) return this.#filling
    if (this.#filling !== null) return null
    const idle = this.#idle.pop()
    if (idle === undefined && this.#pieces === piecesAtOnce) return null
    if (idle === undefined) this.#pieces += 1
    this.#filling = idle ?? Buffer.allocUnsafeSlow(this.#pieceBytes)
    this.#filled = 0
    return this.#filling
  }

  /** Starts writing a full or the last buffer, or syncs at the end. */
  #goOn(): void {
    if (this.#isWriting) return
    const [piece, finish] = [this.#filling, this.#finish]
    if (piece !== null && this.#filled > 0 && (this.#filled === piece.byteLength || finish !== null)) {
      this.#filling = null
      void this.#writePiece(piece, this.#filled)
    } else if (finish !== null) {
      this.#finish = null
      this.#handle.sync().then(() => finish(), finish)
    }
  }

  async #writePiece(piece: Buffer, size: number): Promise<void> {
    this.#isWriting = true
    try {
      await writeAll(this.#handle, piece.subarray(0, size))
      if (this.destroyed) return
      this.#isWriting = false
      this.#idle.push(piece)
      this.#goOn()
      this.#gather()
    } catch (error) {
      this.destroy(asError(error))
    }
  }
}

/**
 * Writes a stream to an open file, counts, hashes and syncs it. The memory of a request body is freed, since
 * nothing else reads it.
 */
export async function writeMeasured(
  handle: FileHandle,
  bytes: Readable,
  expected: ExpectedBytes,
): Promise<{ size: number; sha256: string }> {
  const measure = new Measure(expected)
  await pipeline(bytes, new FileSink(handle, measure, bytes instanceof IncomingMessage, expected.size))
  return measure.end()
}

/**
 * A stream that passes bytes only while they can be the expected ones. It holds the last part back until all
 * bytes are verified.
 */
export function measuringStream(expected: ExpectedBytes): {
  through: Transform
  measured: () => { size: number; sha256: string }
} {
  const measure = new Measure(expected)
  let held: Buffer | null = null
  let result: { size: number; sha256: string } | null = null
  const through = new Transform({
    transform(part: unknown, _encoding, done) {
      try {
        const bytes = asBytes(part)
        measure.take(bytes)
        const before = held
        held = bytes
        done(null, before)
      } catch (error) {
        done(asError(error))
      }
    },
    flush(done) {
      try {
        result = measure.end()
        done(null, held)
      } catch (error) {
        done(asError(error))
      }
    },
  })
  return {
    through,
    measured: () => {
      if (result === null) throw new Error('The stream has not ended.')
      return result
    },
  }
}
