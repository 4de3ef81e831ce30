import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Writable } from 'node:stream'
import type { ByteRange } from '#platform/storage/file-store.ts'
import { asError } from './hashing-writer.ts'

/** Bytes read from the disk per chunk. */
const pieceBytes = 262_144
/** One is filled while the other is sent. */
const piecesAtOnce = 2

/**
 * Bytes of an open file, which is closed with the stream. Piped into a response, it alternates between two
 * reusable buffers: a write callback says when a buffer is free again. Fresh memory per chunk, as a standard
 * stream allocates it, costs more in the kernel and the garbage collector than the reading itself.
 */
export class FileBody extends Readable {
  readonly #handle: FileHandle
  readonly #pieceBytes: number
  #at: number
  #left: number

  constructor(handle: FileHandle, { start, end }: ByteRange) {
    const size = end - start + 1
    // Small files get a small buffer: a zip may contain thousands of them.
    const piece = Math.min(pieceBytes, size)
    super({ highWaterMark: piece })
    this.#handle = handle
    this.#pieceBytes = piece
    this.#at = start
    this.#left = size
  }

  /** Fills part of this buffer. Throws when the file is shorter than announced. */
  async #fill(memory: Buffer): Promise<Buffer> {
    const { bytesRead } = await this.#handle.read(
      memory,
      0,
      Math.min(memory.byteLength, this.#left),
      this.#at,
    )
    if (bytesRead === 0) throw new Error('The file is shorter than it was when it was opened.')
    this.#at += bytesRead
    this.#left -= bytesRead
    return memory.subarray(0, bytesRead)
  }

  override _read(): void {
    if (this.#left === 0) {
      this.push(null)
      return
    }
    this.#fill(Buffer.allocUnsafeSlow(Math.min(this.#pieceBytes, this.#left))).then(
      (bytes) => this.push(bytes),
      (error: unknown) => this.destroy(asError(error)),
    )
  }

  override pipe<Destination extends NodeJS.WritableStream>(
    destination: Destination,
    options?: { end?: boolean },
  ): Destination {
    if (!(destination instanceof ServerResponse)) return super.pipe(destination, options)
    this.#sendTo(destination).then(
      () => {
        if (options?.end !== false) destination.end()
        // All bytes are sent; this makes the stream emit `end`.
        this.resume()
      },
      (error: unknown) => this.destroy(asError(error)),
    )
    return destination
  }

  async #sendTo(response: Writable): Promise<void> {
    const written: Promise<void>[] = []
    const memory = Array.from({ length: piecesAtOnce }, () => Buffer.allocUnsafeSlow(this.#pieceBytes))
    for (let turn = 0; this.#left > 0; turn += 1) {
      const place = turn % piecesAtOnce
      await written[place]
      written[place] = this.#write(response, await this.#fill(memory[place] ?? Buffer.alloc(0)))
    }
    await Promise.all(written)
  }

  /**
   * Resolves when the response no longer needs the bytes; rejects when the response or this stream is closed
   * first.
   */
  #write(response: Writable, bytes: Buffer): Promise<void> {
    if (this.destroyed) throw new Error('The reader went away.')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onClose = () => reject(new Error('The reader went away.'))
    this.once('close', onClose)
    response.write(bytes, (error) => {
      this.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
    // The error is handled when the buffer is needed again.
    promise.catch(() => undefined)
    return promise
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#handle.close().then(
      () => done(error),
      (closing: unknown) => done(error ?? asError(closing)),
    )
  }
}
