import { link, lstat, mkdir, open, readdir, rename, rmdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { hasCode } from '#platform/error-code.ts'
import { StoreRefusal, requireStoreKey } from '#platform/storage/file-store.ts'

/** Error codes of file systems that do not support hard links. */
const linklessCodes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Syncs a folder, so that new names in it survive a power failure. Windows cannot open folders and does not
 * need it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates the folder of a key and syncs the parent of each new level. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Size and age of a regular file; null for anything else, including a symbolic link. */
export async function findFile(path: string): Promise<{ size: number; storedAt: Date } | null> {
  try {
    const found = await lstat(path)
    return found.isFile() ? { size: found.size, storedAt: found.mtime } : null
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Publishes a finished file under its name in an existing folder. Never overwrites an existing file. */
export async function claimName(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new StoreRefusal('exists', 'The key is taken.')
    if (!hasCode(error, ...linklessCodes)) throw error
    if (await findFile(to)) throw new StoreRefusal('exists', 'The key is taken.')
    await rename(from, to)
  }
  await syncFolder(dirname(to))
}

/** Moves a file atomically; false when it does not exist (any more). */
export async function moveFile(from: string, to: string): Promise<boolean> {
  await makeFolder(dirname(to))
  try {
    await rename(from, to)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
  await syncFolder(dirname(to))
  return true
}

/** Creates a file at `path` that exists until `work` has ended. */
export async function withNewFile<Result>(
  path: string,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path, 'wx', 0o600)
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

/** Path of a key: sharded over two levels of folders; the file name is the key. */
export function pathOfKey(folder: string, key: string): string {
  return join(folder, requireStoreKey(key).slice(0, 2), key.slice(2, 4), key)
}

/** Lists all files of a sharded folder. */
export async function* filesBelow(folder: string): AsyncIterable<{ key: string; storedAt: Date }> {
  for (const first of await readdir(folder)) {
    for (const second of await readdir(join(folder, first))) {
      for (const key of await readdir(join(folder, first, second))) {
        const found = await findFile(join(folder, first, second, key))
        if (found !== null) yield { key, storedAt: found.storedAt }
      }
    }
  }
}

/** Relative paths of all files below a folder at any depth, with `/` as separator. */
export async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Removes an empty folder and the folders above it that become empty, up to but excluding `top`. */
export async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let empty = folder; empty.length > top.length; empty = dirname(empty)) {
    try {
      await rmdir(empty)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return
      throw error
    }
  }
}
