import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '#platform/error-code.ts'
import { writeDurably } from '#platform/storage/write-durably.ts'

/**
 * The key for signatures and stored secrets: SECRET_KEY, or a key that is created once in the data folder.
 */
export async function readSecretKey(given: string | null, dataDir: string): Promise<string> {
  if (given !== null) return given
  const path = join(dataDir, 'secret.key')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const key = randomBytes(32).toString('base64url')
  await writeDurably(path, `${key}\n`)
  return key
}
