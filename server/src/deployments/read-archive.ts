import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { invalid, Refusal, phrase } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import { extract } from 'tar-stream'
import type { Header } from 'tar-stream'
import type { BuildFile } from '#platform/federation/federation.queries.ts'

/** A build is a few hundred kB. An archive with more bytes or files than this is not a build. */
const maxUnpackedBytes = 100 * 1_048_576
const maxFiles = 2_000
/** Files and folders together. */
const maxEntries = 10_000
const maxPathLength = 200
const segment = /^[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*$/

const refused = (detail: Sayable) =>
  invalid('body', 'archive', phrase('Archive rejected: {{detail}}.', { detail }))

/** A path inside the build's folder. Refuses all others, because the names in an archive are untrusted. */
function pathOf(name: string): string {
  const path = name.replace(/^(\.\/)+/, '')
  if (path.length > maxPathLength || !path.split('/').every((part) => segment.test(part))) {
    throw refused(
      phrase('{{name}} is no path of a file in a build', { name: JSON.stringify(name.slice(0, 100)) }),
    )
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
  if (bytes.length !== header.size) throw refused(phrase('{{name}} is not whole', { name: header.name }))
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
      if (entries > maxEntries)
        throw refused(phrase('it holds more than {{most}} files and folders', { most: maxEntries }))
      if (header.type === 'directory') {
        entry.resume()
        continue
      }
      if (header.type !== 'file' && header.type !== 'contiguous-file')
        throw refused(
          phrase('{{name}} is a {{type}}, not a file', {
            name: header.name.slice(0, 100),
            type: String(header.type),
          }),
        )
      const path = pathOf(header.name)
      if (files.has(path)) throw refused(phrase('{{path}} is in it twice', { path }))
      if (files.size >= maxFiles)
        throw refused(phrase('it holds more than {{most}} files', { most: maxFiles }))
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
    throw refused(phrase('it is no gzip tar, or not whole', {}))
  if (files.size === 0) throw refused(phrase('it is empty', {}))
  return [...files.values()]
}
