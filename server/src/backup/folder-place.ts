import { constants, createWriteStream } from 'node:fs'
import { access, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '#platform/error-code.ts'
import { noPace } from './pace.ts'
import type { Pace } from './pace.ts'
import { MissingFile, maxSameSecond, backupNameOf, namePattern } from './place.ts'
import type { BackupFiles, BackupPlace } from './place.ts'

/** Codes of file systems without hard links, between file systems, and of a file with too many names. */
const linklessCodes = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ENOENT']

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

class FolderBackup implements BackupFiles {
  readonly location: string
  readonly name: string
  readonly pace: Pace

  constructor(location: string, pace: Pace) {
    this.location = location
    this.pace = pace
    this.name = basename(location)
  }

  async write(path: string, bytes: Readable): Promise<void> {
    const target = join(this.location, path)
    const aside = `${target}.new`
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    // `flush`: synced before it is closed.
    await pipeline(bytes, createWriteStream(aside, { mode: 0o600, flush: true }))
    await rename(aside, target)
    await syncFolder(dirname(target))
  }

  async read(path: string): Promise<Readable> {
    try {
      const handle = await open(join(this.location, path), 'r')
      return handle.createReadStream({ highWaterMark: 262_144 })
    } catch (error) {
      if (hasCode(error, 'ENOENT')) throw new MissingFile(this.location, path)
      throw error
    }
  }

  /** A hard link: both backups hold the same bytes on the disk, and each can be copied or deleted alone. */
  async reuse(from: BackupFiles, path: string): Promise<boolean> {
    const target = join(this.location, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await link(join(from.location, path), target)
      return true
    } catch (error) {
      if (hasCode(error, ...linklessCodes)) return false
      throw error
    }
  }
}

/** Backups in a folder, each in a folder of its own. */
export function createFolderPlace(folder: string, pace = noPace): BackupPlace {
  const location = resolve(folder)
  return {
    location,
    async names() {
      const found = await readdir(location).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT')) return []
        throw error
      })
      return found.filter((name) => namePattern.test(name)).toSorted()
    },
    async create(at) {
      await mkdir(location, { recursive: true, mode: 0o700 })
      await access(location, constants.W_OK)
      for (let again = 1; again <= maxSameSecond; again += 1) {
        const path = join(location, again === 1 ? backupNameOf(at) : `${backupNameOf(at)}-${again}`)
        try {
          await mkdir(path, { mode: 0o700 })
          return new FolderBackup(path, pace)
        } catch (error) {
          if (!hasCode(error, 'EEXIST')) throw error
        }
      }
      throw new Error(`Too many backups were made in ${location} within one second.`)
    },
    open: (name) => new FolderBackup(join(location, name), pace),
    async removeBackup(name) {
      // The manifest first: what remains of a deletion that was interrupted is no backup.
      await rm(join(location, name, 'manifest.json'), { force: true })
      await rm(join(location, name), { recursive: true, force: true })
    },
  }
}
