import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Makes the disk read-only, as the kernel does after errors of the device. */
  freeze(): void
  close(): Promise<void>
}

/** Mounts a small disk in memory; null when the current user may not mount. */
export async function mountDisk(megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = await mkdtemp(join(tmpdir(), 'portal-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true, force: true })
    return null
  }
  return {
    folder,
    freeze: () => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    async close() {
      spawnSync('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
