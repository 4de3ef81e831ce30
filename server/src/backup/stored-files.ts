import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { PassThrough, Readable, Transform, pipeline as connect } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { BackupFile } from './manifest.ts'
import { MissingFile } from './place.ts'
import type { BackupFiles } from './place.ts'
import { createSeal, createUnseal } from './seal.ts'
import type { BackupKey } from './seal.ts'

const newLine = 10

/** Counts and hashes passing bytes. */
export class Measure {
  readonly #hash: Hash = createHash('sha256')
  #sha256: string | undefined
  bytes = 0
  /** Number of line ends. In the text form of COPY each row has exactly one. */
  lines = 0

  /** `countsLines` costs a search through all bytes. */
  through(countsLines = false): Transform {
    return new Transform({
      transform: (part: Buffer, _encoding, done) => {
        this.bytes += part.length
        this.#hash.update(part)
        if (countsLines)
          for (let at = part.indexOf(newLine); at !== -1; at = part.indexOf(newLine, at + 1)) this.lines += 1
        done(null, part)
      },
    })
  }

  sha256(): string {
    return (this.#sha256 ??= this.#hash.digest('hex'))
  }
}

/** A file of the backup is missing or not the one that was written. */
export class DamagedFile extends StartRefusal {
  constructor(path: string, location: string, reason: string) {
    super(`${path} of ${location} ${reason}. Use another backup.`)
  }
}

export interface WriteOptions {
  key: BackupKey | null
  isCompressed: boolean
  countsLines?: boolean
}

export interface WrittenFile {
  /** As stored. */
  file: BackupFile
  /** As given. */
  bytes: number
  lines: number
  sha256: string
}

/** Compresses, encrypts and writes a file of the backup. */
export async function writeStored(
  files: BackupFiles,
  path: string,
  source: Readable,
  { key, isCompressed, countsLines = false }: WriteOptions,
): Promise<WrittenFile> {
  const plain = new Measure()
  // Bytes that are stored as they were given are hashed once.
  const stored = isCompressed || key !== null ? new Measure() : plain
  const level = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }
  const steps: (Transform | ReturnType<typeof createZstdCompress>)[] = [
    files.pace.through(),
    plain.through(countsLines),
    ...(isCompressed ? [createZstdCompress(level)] : []),
    ...(key === null ? [] : [createSeal(key, path)]),
  ]
  const last = stored === plain ? new PassThrough() : stored.through()
  // The error of any step destroys the last one, on which `write` fails.
  connect([source, ...steps, last], () => undefined)
  await files.write(path, last)
  return {
    file: { path, bytes: stored.bytes, sha256: stored.sha256() },
    bytes: plain.bytes,
    lines: plain.lines,
    sha256: plain.sha256(),
  }
}

type ReadOptions = Pick<WriteOptions, 'key' | 'isCompressed'>

async function* read(
  files: BackupFiles,
  path: string,
  { key, isCompressed }: ReadOptions,
  stored: Measure,
): AsyncIterable<Buffer> {
  const steps = [
    stored.through(),
    ...(key === null ? [] : [createUnseal(key, path)]),
    ...(isCompressed ? [createZstdDecompress()] : []),
  ]
  const source = await files.read(path)
  try {
    const last = connect([source, ...steps], () => undefined)
    if (!(last instanceof Readable)) throw new TypeError('The last step of a file is no stream.')
    for await (const part of last) yield part
  } catch {
    throw new DamagedFile(path, files.location, 'is damaged')
  }
}

/** The content of a file as it was given. Fails with DamagedFile when it is not what was written. */
export function readStored(files: BackupFiles, { path, sha256 }: BackupFile, options: ReadOptions): Readable {
  async function* verified(): AsyncIterable<Buffer> {
    const stored = new Measure()
    try {
      yield* read(files, path, options, stored)
    } catch (error) {
      if (error instanceof MissingFile) throw new DamagedFile(path, files.location, 'is missing')
      throw error
    }
    if (stored.sha256() !== sha256) throw new DamagedFile(path, files.location, 'is damaged')
  }
  return Readable.from(verified(), { objectMode: false })
}

/**
 * The content of a file that no list has, which its compression or encryption verifies. Fails with
 * DamagedFile or MissingFile.
 */
export const readUnlisted = (files: BackupFiles, path: string, options: ReadOptions): Readable =>
  Readable.from(read(files, path, options, new Measure()), { objectMode: false })
