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

const isMap = (name: string) => name.endsWith('.map')

async function packed(entries: readonly { name: string; content: string | Buffer }[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content } of entries) archive.entry({ name, mtime: new Date(0) }, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/**
 * Packs a build as a gzipped tar, without source maps. The archive is reproducible: sorted files, no timestamps
 * and no owners.
 */
export function packBuild(folder: string, record: BuildRecord): Promise<Buffer> {
  const files = filesIn(folder).filter(({ name }) => !isMap(name))
  return packed(
    files.map(({ file, name }) => ({
      name,
      content: name === 'portal-build.json' ? `${JSON.stringify(record, null, 2)}\n` : readFileSync(file),
    })),
  )
}

/**
 * Packs the source maps of the build in `dist`, without the text of the sources. The build writes them to
 * `.cache/source-maps`, other tools beside the scripts. Null when there are none.
 */
export async function packSourceMaps(folder: string): Promise<Buffer | null> {
  const dist = join(folder, 'dist')
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
