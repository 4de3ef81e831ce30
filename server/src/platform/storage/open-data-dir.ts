import { lockDataDir } from './data-lock.ts'
import type { DataLock } from './data-lock.ts'
import { requireRestored } from './restore-mark.ts'

/**
 * Locks the data folder for this process. Throws a StartRefusal while another server uses the folder, and
 * when a restore into it did not end.
 */
export async function openDataDir(dataDir: string): Promise<DataLock> {
  const lock = await lockDataDir(dataDir)
  try {
    await requireRestored(dataDir)
  } catch (error) {
    await lock.release()
    throw error
  }
  return lock
}
