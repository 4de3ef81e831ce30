import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sha256Of } from './build-store.ts'
import type { BuildFile } from './federation.queries.ts'

/** Less than this is sent as fast as it is. */
const minBytes = 1_024
const gzipped = promisify(gzip)

/**
 * The files of a build and, for scripts and styles that came without a compressed copy, one more: whoever
 * packs an archive need not know of it.
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
