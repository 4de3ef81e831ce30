import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Makes the disk read-only, as the kernel does after an error of the device, also while files are open. */
  fail(): void
  /** Mounts it again, as an operator does after a repair. Nothing may use it. */
  repair(): boolean
  close(): Promise<void>
}

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

async function mounted(
  mount: (folder: string) => boolean,
  fail: (folder: string) => void,
  remount: (folder: string) => boolean,
  image?: string,
): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const folder = await mkdtemp(join(tmpdir(), 'portal-disk-'))
  const close = async () => {
    spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
    if (image !== undefined) await rm(image, { force: true })
  }
  const repair = () => succeeds('umount', folder) && remount(folder)
  if (mount(folder)) return { folder, fail: () => fail(folder), repair, close }
  await close()
  return null
}

/** Mounts a small disk in memory; null when the current user may not mount. */
export function mountDisk(megabytes: number): Promise<SmallDisk | null> {
  return mounted(
    (folder) => succeeds('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder),
    (folder) => void spawnSync('mount', ['-o', 'remount,ro', folder]),
    () => false,
  )
}

/**
 * Mounts a small ext4 file system, which can fail while files on it are open; null where that is not
 * possible.
 */
export function mountExt4(megabytes: number): Promise<SmallDisk | null> {
  const image = join(tmpdir(), `portal-disk-${process.pid}-${Date.now()}.img`)
  const mountImage = (folder: string) => succeeds('mount', '-o', 'loop,errors=remount-ro', image, folder)
  return mounted(
    (folder) =>
      succeeds('truncate', '-s', `${megabytes}M`, image) &&
      succeeds('mkfs.ext4', '-q', image) &&
      mountImage(folder),
    (folder) => void spawnSync('mount', ['-o', 'remount,abort', folder]),
    mountImage,
    image,
  )
}
