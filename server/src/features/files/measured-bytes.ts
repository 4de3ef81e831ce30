import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Transform, Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StoreRefusal } from './file-store.ts'
import type { Expected } from './file-store.ts'

/** What comes is written in pieces of this size, so that few calls go to the disk. */
const pieceBytes = 1_048_576
/** So much may wait for the disk before the sender has to. */
const mostWaitingBytes = 4 * pieceBytes

function asBytes(part: unknown): Buffer {
  if (typeof part === 'string') return Buffer.from(part)
  if (Buffer.isBuffer(part)) return part
  if (part instanceof Uint8Array) return Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  throw new TypeError('A file store takes a stream of bytes.')
}

/** Counts and hashes bytes that come by, and refuses as soon as there is one too many or, at the end, other ones than expected. */
class Measure {
  readonly #expected: Expected
  readonly #hash: Hash = createHash('sha256')
  size = 0

  constructor(expected: Expected) {
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
    if (this.size !== this.#expected.size) throw new StoreRefusal('size-mismatch', `${this.size} of ${this.#expected.size} bytes came.`)
    const sha256 = this.#hash.digest('hex')
    if (this.#expected.sha256 !== undefined && this.#expected.sha256 !== sha256) {
      throw new StoreRefusal('hash-mismatch', 'The bytes are not those announced.')
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

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

async function writeAll(handle: FileHandle, parts: readonly Buffer[], total: number): Promise<void> {
  const { bytesWritten } = await handle.writev([...parts])
  if (bytesWritten === total) return
  const rest = Buffer.concat(parts).subarray(bytesWritten)
  for (let written = 0; written < rest.byteLength;) written += (await handle.write(rest, written)).bytesWritten
}

/** Gives memory back at once, where a part is all of its buffer: left to the garbage collector, a large upload keeps it busy all the time. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/**
 * A file being written. Bytes are hashed as they come and gathered into pieces; one piece is on its way to the file while the next is
 * received. All of it is synced once, before anybody is told of the end: syncs on the way make others' writes wait for ours.
 */
class FileSink extends Writable {
  readonly #handle: FileHandle
  readonly #measure: Measure
  readonly #isOwner: boolean
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #isWriting = false
  /** The sender, where it waits for room. */
  #goOn: ((error?: Error | null) => void) | null = null
  /** Whoever waits for the last piece. */
  #finish: ((error?: Error | null) => void) | null = null

  /** `isOwner`: nobody else looks at the bytes, so their memory is given back once they are written. */
  constructor(handle: FileHandle, measure: Measure, isOwner: boolean) {
    super({ highWaterMark: pieceBytes, decodeStrings: true })
    this.#handle = handle
    this.#measure = measure
    this.#isOwner = isOwner
  }

  override _write(part: unknown, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    try {
      const bytes = asBytes(part)
      this.#measure.take(bytes)
      this.#gathered.push(bytes)
      this.#gatheredBytes += bytes.byteLength
    } catch (error) {
      done(asError(error))
      return
    }
    if (this.#gatheredBytes < mostWaitingBytes) done()
    else this.#goOn = done
    this.#writeOn()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#finish = done
    this.#writeOn()
  }

  #writeOn(): void {
    if (this.#isWriting) return
    const finish = this.#finish
    if (this.#gatheredBytes >= pieceBytes || (finish !== null && this.#gatheredBytes > 0)) {
      void this.#writePiece()
    } else if (finish !== null) {
      this.#finish = null
      this.#handle.sync().then(() => finish(), finish)
    }
  }

  async #writePiece(): Promise<void> {
    const [parts, total] = [this.#gathered, this.#gatheredBytes]
    this.#gathered = []
    this.#gatheredBytes = 0
    this.#isWriting = true
    try {
      await writeAll(this.#handle, parts, total)
      if (this.#isOwner) parts.forEach(release)
      if (this.destroyed) return
      this.#isWriting = false
      const goOn = this.#goOn
      this.#goOn = null
      goOn?.()
      this.#writeOn()
    } catch (error) {
      this.destroy(asError(error))
    }
  }
}

/** Writes a stream to an open file, measured, and syncs it. Of a request nobody else reads the body. */
export async function writeMeasured(handle: FileHandle, bytes: Readable, expected: Expected): Promise<{ size: number; sha256: string }> {
  const measure = new Measure(expected)
  await pipeline(bytes, new FileSink(handle, measure, bytes instanceof IncomingMessage))
  return measure.end()
}

/** A stream that lets bytes pass only while they may be the expected ones: the last part waits until all of them are judged. */
export function measuringStream(expected: Expected): { through: Transform; measured: () => { size: number; sha256: string } } {
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
