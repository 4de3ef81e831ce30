import { statfs } from 'node:fs/promises'
import { Refusal } from '@portal/contract'
import type { Environment } from '#environment/environment.ts'
import type { FileStore } from '#features/files/file-store.ts'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** The disk that database or files fill; null where both lie elsewhere. */
export interface Disk {
  read(): Promise<DiskSpace | null>
}

/** The disk of `DATA_DIR`, as far as anything that grows lies there. */
export function createDisk({
  dataDir,
  database,
  s3,
}: Pick<Environment, 'dataDir' | 'database' | 's3'>): Disk {
  const isUsed = s3 === null || database.kind !== 'server'
  return {
    async read() {
      if (!isUsed) return null
      const { bavail, blocks, bsize } = await statfs(dataDir)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    },
  }
}

const maxReserve = 2 * 1_073_741_824
const reservedPart = 0.05

interface SpaceDeps {
  disk: Disk
  store: FileStore
}

/**
 * So much stays free for the database and its log, which stop the portal when they find no room: 2 GB, on
 * small disks 5 %.
 */
const reserveOf = ({ totalBytes }: DiskSpace) => Math.min(maxReserve, totalBytes * reservedPart)

/** Is less free than stays reserved? */
export async function isDiskLow({ disk }: Pick<SpaceDeps, 'disk'>): Promise<boolean> {
  const space = await disk.read()
  return space !== null && space.freeBytes < reserveOf(space)
}

/**
 * Refuses bytes that would leave too little free (507): asked before they come, wherever something large is
 * kept.
 */
export async function requireSpace({ disk, store }: SpaceDeps, bytes: number): Promise<void> {
  const space = await disk.read()
  if (space === null) return
  // In a bucket they need no room here; their rows do.
  const needed = store.kind === 'embedded' ? bytes : 0
  if (space.freeBytes - needed >= reserveOf(space)) return
  throw new Refusal(
    'insufficient-storage',
    'Not saved: the server’s disk is nearly full. Contact an administrator.',
  )
}
