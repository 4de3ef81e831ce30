import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Transform, Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StoreRefusal } from './file-store.ts'
import type { Expected } from './file-store.ts'

/** So much may wait while what came before it is written: little, so that bytes are still in the processor when they are hashed. */
const bufferBytes = 262_144

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

async function writeAll(handle: FileHandle, parts: readonly Buffer[]): Promise<void> {
  const total = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const { bytesWritten } = await handle.writev([...parts])
  if (bytesWritten === total) return
  const rest = Buffer.concat(parts).subarray(bytesWritten)
  for (let written = 0; written < rest.byteLength;) written += (await handle.write(rest, written)).bytesWritten
}

/** A file being written: each part is hashed while it is on its way to the disk, and what comes meanwhile is the next part. */
class FileSink extends Writable {
  readonly #handle: FileHandle
  readonly #measure: Measure

  constructor(handle: FileHandle, measure: Measure) {
    super({ highWaterMark: bufferBytes, decodeStrings: true })
    this.#handle = handle
    this.#measure = measure
  }

  override _write(part: unknown, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take([asBytes(part)]).then(() => done(), done)
  }

  override _writev(parts: { chunk: unknown }[], done: (error?: Error | null) => void): void {
    this.#take(parts.map(({ chunk }) => asBytes(chunk))).then(() => done(), done)
  }

  async #take(parts: readonly Buffer[]): Promise<void> {
    const writing = writeAll(this.#handle, parts)
    try {
      for (const part of parts) this.#measure.take(part)
    } finally {
      await writing
    }
  }
}

/** Writes a stream to an open file, measured, and syncs it. */
export async function writeMeasured(handle: FileHandle, bytes: Readable, expected: Expected): Promise<{ size: number; sha256: string }> {
  const measure = new Measure(expected)
  await pipeline(bytes, new FileSink(handle, measure))
  const measured = measure.end()
  await handle.sync()
  return measured
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
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    flush(done) {
      try {
        result = measure.end()
        done(null, held)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
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
