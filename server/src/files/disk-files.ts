import { link, mkdir, open, rename, rmdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '#platform/error-code.ts'
import { StoreRefusal, requireStoreKey } from '#platform/storage/file-store.ts'
import { entriesIn, findFile } from '#platform/storage/find-file.ts'

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

/** Lists all files of a sharded folder. Another process may remove files and folders meanwhile. */
export async function* filesBelow(folder: string): AsyncIterable<{ key: string; storedAt: Date }> {
  for (const first of await entriesIn(folder)) {
    for (const second of await entriesIn(join(folder, first.name))) {
      for (const { name: key } of await entriesIn(join(folder, first.name, second.name))) {
        const found = await findFile(join(folder, first.name, second.name, key))
        if (found !== null) yield { key, storedAt: found.storedAt }
      }
    }
  }
}

/**
 * Relative paths of all files below a folder at any depth, with `/` as separator. Another process may remove
 * files and folders meanwhile.
 */
export async function* namesBelow(folder: string, prefix = ''): AsyncIterable<string> {
  for (const entry of await entriesIn(join(folder, prefix))) {
    if (entry.isDirectory()) yield* namesBelow(folder, `${prefix}${entry.name}/`)
    else if (entry.isFile()) yield `${prefix}${entry.name}`
  }
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
