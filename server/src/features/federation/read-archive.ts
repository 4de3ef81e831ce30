import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { invalid, Refusal, phrase } from '@portal/contract'
import { extract } from 'tar-stream'
import type { Header } from 'tar-stream'
import type { BuildFile } from '#federation/federation.queries.ts'

/** A build is a few hundred kB; what unpacks to more than this, or to more files, is none. */
const maxUnpackedBytes = 100 * 1_048_576
const maxFiles = 2_000
/** Files and folders together. */
const maxEntries = 10_000
const maxPathLength = 200
const segment = /^[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*$/

const refused = (detail: string) =>
  invalid('body', 'archive', phrase('The archive is refused: {{detail}}.', { detail }))

/**
 * A path below the build's folder and nowhere else, or a refusal: names come from whoever packed the archive.
 */
function pathOf(name: string): string {
  const path = name.replace(/^(\.\/)+/, '')
  if (path.length > maxPathLength || !path.split('/').every((part) => segment.test(part))) {
    throw refused(`${JSON.stringify(name.slice(0, 100))} is no path of a file in a build`)
  }
  return path
}

/** A file with its hash, which is taken piece by piece: one of 100 MB would hold everybody up. */
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

/** Ends the unpacking as soon as more came out than any build is: an archive of zeros is small until then. */
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
 * The files in a gzip tar, all in memory: nothing of it ever becomes a path on a disk. Folders are passed
 * over; links, devices, hidden files, names that lead out of the folder, and a file that comes twice are
 * refused, as is what unpacks to too much.
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
