import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@portal/contract'
import type { Environment } from '#platform/environment/environment.ts'
import type { FileStore } from './file-store.ts'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** The disk of the database or the files. `read` returns null when both are on other machines. */
export interface Disk {
  read(): Promise<DiskSpace | null>
}

/** The disk of `DATA_DIR`, if the database or the files are on it. */
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

const probeBytes = 65_536

/**
 * Throws when a small file cannot be written to the disk of the database or the files: it is full, or
 * read-only. PostgreSQL still answers reads then, so no other check notices.
 */
export async function requireWritableDisk({
  disk,
  environment: { dataDir },
}: {
  disk: Disk
  environment: Pick<Environment, 'dataDir'>
}): Promise<void> {
  if ((await disk.read()) === null) return
  const file = join(dataDir, `write-check-${randomUUID()}`)
  try {
    await writeFile(file, Buffer.alloc(probeBytes), { flush: true, mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}

const maxReserve = 2 * 1_073_741_824
const reservedPart = 0.05

interface SpaceDeps {
  disk: Disk
  store: FileStore
}

/**
 * Free space reserved for the database and its log, which stop the portal when the disk is full: 2 GB, on
 * small disks 5 %.
 */
const reserveOf = ({ totalBytes }: DiskSpace) => Math.min(maxReserve, totalBytes * reservedPart)

/** True when less than the reserve is free. */
export async function isDiskLow({ disk }: Pick<SpaceDeps, 'disk'>): Promise<boolean> {
  const space = await disk.read()
  return space !== null && space.freeBytes < reserveOf(space)
}

/** Refuses an upload that would use the reserve (507). Called before large data is received. */
export async function requireSpace({ disk, store }: SpaceDeps, bytes: number): Promise<void> {
  const space = await disk.read()
  if (space === null) return
  // Files in a bucket need no space here, but their database rows do.
  const needed = store.kind === 'embedded' ? bytes : 0
  if (space.freeBytes - needed >= reserveOf(space)) return
  throw new Refusal(
    'insufficient-storage',
    'Not saved: the server’s disk is nearly full. Contact an administrator.',
  )
}
