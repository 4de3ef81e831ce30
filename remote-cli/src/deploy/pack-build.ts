import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { BuildRecord } from '@portal/contract'
import { pack } from 'tar-stream'

const recordName = 'portal-build.json'

/**
 * Packs a build with its record as a gzipped tar, without hidden files. The archive is reproducible: sorted
 * files, no timestamps and no owners.
 */
export async function packBuild(folder: string, record: BuildRecord): Promise<Buffer> {
  const archive = pack()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const names = files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== recordName && !/(^|\/)\./.test(name))
  for (const name of [...names, recordName].toSorted()) {
    const content =
      name === recordName ? `${JSON.stringify(record, null, 2)}\n` : readFileSync(join(folder, name))
    archive.entry({ name, mtime: new Date(0) }, content)
  }
  archive.finalize()
  return gzipSync(await buffer(archive))
}
