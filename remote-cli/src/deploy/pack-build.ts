import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { BuildRecord } from '@portal/contract'
import { pack } from 'tar-stream'

/** Packs a build as a gzipped tar. The archive is reproducible: sorted files, no timestamps and no owners. */
export async function packBuild(folder: string, record: BuildRecord): Promise<Buffer> {
  const archive = pack()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const named = files
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: relative(folder, file).split(sep).join('/') }))
  for (const { file, name } of named.toSorted((a, other) => (a.name < other.name ? -1 : 1))) {
    const content = name === 'portal-build.json' ? `${JSON.stringify(record, null, 2)}\n` : readFileSync(file)
    archive.entry({ name, mtime: new Date(0) }, content)
  }
  archive.finalize()
  return gzipSync(await buffer(archive))
}
