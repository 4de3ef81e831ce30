import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '#platform/error-code.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'

/** A file that exists in the data folder while a backup is restored into it. */
export const restoreMark = 'restore.unfinished'

export async function isRestoring(dataDir: string): Promise<boolean> {
  try {
    await stat(join(dataDir, restoreMark))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

export async function markRestore(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, restoreMark), 'The content of this folder is not complete.\n', {
    mode: 0o600,
  })
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, restoreMark), { force: true })
}

/** Throws a StartRefusal when a restore into this folder did not end. */
export async function requireRestored(dataDir: string): Promise<void> {
  if (await isRestoring(dataDir))
    throw new StartRefusal(
      `A restore into DATA_DIR ${dataDir} did not end, so its data are not complete: run \`npm run restore\` again.`,
    )
}
