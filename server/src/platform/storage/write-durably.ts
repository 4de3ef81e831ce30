import { open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a small secret file so that it is complete or absent even after a power cut, and only the server can
 * read it. Without the syncs, the rename may survive while the content does not.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
