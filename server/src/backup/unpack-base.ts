import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { pathOfPartial, pathOfSegment, nameOfSegment, segmentBytes } from './log-segments.ts'
import type { OpenedBackup } from './manifest.ts'
import { MissingFile } from './place.ts'
import type { BackupFiles } from './place.ts'
import { DamagedFile, readStored, readUnlisted } from './stored-files.ts'

/** Unpacks the copy of a cluster into a new folder. Returns the paths of all files and folders. */
export async function unpackBase(
  files: BackupFiles,
  { manifest, key }: OpenedBackup,
  folder: string,
): Promise<string[]> {
  if (manifest.base === null) throw new TypeError('The backup has no copy of a cluster.')
  const made = [folder]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unpack = extract()
  const source = readStored(files, manifest.base.file, { key, isCompressed: true })
  source.on('error', (error) => unpack.destroy(error))
  source.pipe(unpack)
  for await (const entry of unpack) {
    const name = normalize(entry.header.name)
    if (name.startsWith('..') || name.startsWith('/'))
      throw new DamagedFile(manifest.base.file.path, files.location, 'is damaged')
    const path = join(folder, name)
    if (entry.header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // PostgreSQL syncs the whole folder before it recovers a copy of a running cluster.
      await pipeline(Readable.from(entry, { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
    }
    made.push(path.replace(/\/$/, ''))
  }
  return made
}

/**
 * Writes the archived segments of the log into `pg_wal`, filled up to their full size. Returns their paths.
 * PostgreSQL ends its recovery at the first position without a record.
 */
export async function unpackLog(
  files: BackupFiles,
  { manifest, key }: OpenedBackup,
  folder: string,
  until: number,
): Promise<string[]> {
  const { base } = manifest
  if (base === null) throw new TypeError('The backup has no copy of a cluster.')
  const made: string[] = []
  for (let segment = base.firstSegment; segment <= until; segment += 1) {
    const path = join(folder, 'pg_wal', nameOfSegment(base.timeline, segment))
    const isLast = segment === until
    const stored = (isLast ? pathOfPartial : pathOfSegment)(base.timeline, segment)
    try {
      const source = readUnlisted(files, stored, { key, isCompressed: true })
      await pipeline(source, filledTo(segmentBytes), createWriteStream(path, { mode: 0o600 }))
      made.push(path)
    } catch (error) {
      if (isLast && error instanceof MissingFile) return made
      throw error instanceof MissingFile ? new DamagedFile(stored, files.location, 'is missing') : error
    }
  }
  return made
}

/** Adds zeros until there are that many bytes. */
function filledTo(bytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let left = bytes
    for await (const part of source) {
      left -= part.length
      yield part
    }
    yield Buffer.alloc(Math.max(0, left))
  }
}
