import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sha256Of } from './build-store.ts'
import type { BuildFile } from './federation.queries.ts'

/** Compression does not make smaller files faster to send. */
const minBytes = 1_024
const gzipped = promisify(gzip)

/**
 * Adds a gzip copy of each script and style that has no compressed copy, so that archives may be packed
 * without them.
 */
export async function withCopies(files: readonly BuildFile[]): Promise<BuildFile[]> {
  const paths = new Set(files.map(({ path }) => path))
  const added: BuildFile[] = []
  for (const { path, bytes } of files) {
    if (
      !/\.(js|css)$/.test(path) ||
      bytes.length < minBytes ||
      paths.has(`${path}.br`) ||
      paths.has(`${path}.gz`)
    )
      continue
    const copy = await gzipped(bytes)
    added.push({ path: `${path}.gz`, bytes: copy, sha256: sha256Of(copy) })
  }
  return [...files, ...added]
}
