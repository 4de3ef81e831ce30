import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { SourceMapFile } from '@portal/contract'
import type { BuildRecord } from '@portal/contract'
import { pack } from 'tar-stream'

/** All files of a folder, sorted by their path in it. */
function filesIn(folder: string): { file: string; name: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: relative(folder, file).split(sep).join('/') }))
    .toSorted((a, other) => (a.name < other.name ? -1 : 1))
}

const recordName = 'portal-build.json'
const isHidden = (name: string) => /(^|\/)\./.test(name)
const isMap = (name: string) => name.endsWith('.map')

interface PackedFile {
  name: string
  content: string | Buffer
}

async function packed(entries: readonly PackedFile[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content } of entries) archive.entry({ name, mtime: new Date(0) }, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/**
 * Packs a build with its record as a gzipped tar, without source maps and hidden files. The archive is
 * reproducible: sorted files, no timestamps and no owners.
 */
export function packBuild(folder: string, record: BuildRecord): Promise<Buffer> {
  const files = filesIn(folder)
    .filter(({ name }) => name !== recordName && !isMap(name) && !isHidden(name))
    .map(({ file, name }): PackedFile => ({ name, content: readFileSync(file) }))
  const own = { name: recordName, content: `${JSON.stringify(record, null, 2)}\n` }
  return packed([...files, own].toSorted((a, other) => (a.name < other.name ? -1 : 1)))
}

/**
 * Packs the source maps of the build in a folder of the remote, without the text of the sources. The build
 * writes them to `.cache/source-maps`, other tools beside the scripts. Null when there are none.
 */
export async function packSourceMaps(folder: string, dist = join(folder, 'dist')): Promise<Buffer | null> {
  const maps = [join(folder, '.cache/source-maps'), dist]
    .filter((place) => existsSync(place))
    .flatMap((place) => filesIn(place))
    // The cache has maps of earlier builds too.
    .filter(({ name }) => isMap(name) && existsSync(join(dist, name.slice(0, -'.map'.length))))
  const unique = new Map(maps.toReversed().map((map) => [map.name, map]))
  if (unique.size === 0) return null
  return packed(
    [...unique.values()].map(({ file, name }) => ({
      name,
      content: JSON.stringify(SourceMapFile.parse(JSON.parse(readFileSync(file, 'utf8')))),
    })),
  )
}
