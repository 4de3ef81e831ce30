import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { invalid, Refusal, phrase } from '@portal/contract'
import { extract } from 'tar-stream'
import type { Header } from 'tar-stream'
import type { BuildFile } from '#federation/federation.queries.ts'

/** A build is a few hundred kB. An archive with more bytes or files than this is not a build. */
const maxUnpackedBytes = 100 * 1_048_576
const maxFiles = 2_000
/** Files and folders together. */
const maxEntries = 10_000
const maxPathLength = 200
const segment = /^[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*$/

const refused = (detail: string) =>
  invalid('body', 'archive', phrase('Archive rejected: {{detail}}.', { detail }))

/** A path inside the build's folder. Refuses all others, because the names in an archive are untrusted. */
function pathOf(name: string): string {
  const path = name.replace(/^(\.\/)+/, '')
  if (path.length > maxPathLength || !path.split('/').every((part) => segment.test(part))) {
    throw refused(`${JSON.stringify(name.slice(0, 100))} is no path of a file in a build`)
  }
  return path
}

/** A file with its hash, computed in chunks: hashing 100 MB in one call would block the event loop. */
async function fileOf(path: string, header: Header, entry: AsyncIterable<unknown>): Promise<BuildFile> {
  const chunks: Buffer[] = []
  const hash = createHash('sha256')
  for await (const chunk of entry) {
    if (!(chunk instanceof Uint8Array)) continue
    chunks.push(Buffer.from(chunk))
    hash.update(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.length !== header.size) throw refused(`${header.name} is not whole`)
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Stops unpacking at the size limit. A small archive of zeros can unpack to any size. */
function countBytes(): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      if (total > maxUnpackedBytes)
        done(
          new Refusal(
            'too-large',
            phrase('The archive unpacks to more than {{mostUnpackedBytes}} MB.', {
              mostUnpackedBytes: maxUnpackedBytes / 1_048_576,
            }),
          ),
        )
      else done(null, chunk)
    },
  })
}

/**
 * The files of a gzip tar, in memory only: nothing is written to disk. Folders are skipped. Links, devices,
 * hidden files, paths outside the folder, duplicates and too much content are refused.
 */
export async function readArchive(archive: Buffer): Promise<BuildFile[]> {
  const files = new Map<string, BuildFile>()
  const unpack = extract()
  const reading = (async () => {
    let entries = 0
    for await (const entry of unpack) {
      const { header } = entry
      entries += 1
      if (entries > maxEntries) throw refused(`it holds more than ${maxEntries} files and folders`)
      if (header.type === 'directory') {
        entry.resume()
        continue
      }
      if (header.type !== 'file' && header.type !== 'contiguous-file')
        throw refused(`${header.name.slice(0, 100)} is a ${header.type}, not a file`)
      const path = pathOf(header.name)
      if (files.has(path)) throw refused(`${path} is in it twice`)
      if (files.size >= maxFiles) throw refused(`it holds more than ${maxFiles} files`)
      files.set(path, await fileOf(path, header, entry))
    }
  })()
  const [piped, read] = await Promise.allSettled([
    pipeline(Readable.from([archive]), createGunzip(), countBytes(), unpack),
    reading,
  ])
  for (const { reason } of [read, piped].filter((each) => each.status === 'rejected'))
    if (reason instanceof Refusal) throw reason
  if (piped.status === 'rejected' || read.status === 'rejected')
    throw refused('it is no gzip tar, or not whole')
  if (files.size === 0) throw refused('it is empty')
  return [...files.values()]
}
