import { createHash, randomUUID } from 'node:crypto'
import { access, link, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StoreRefusal, requireStoreKey } from './file-store.ts'
import type { ByteRange, Expected, FileStore } from './file-store.ts'

/** A half-written file this old belongs to nobody any more; younger ones may be another server's on the same folder. */
const abandonedAfterMs = 24 * 60 * 60 * 1000
/** A hard link is refused by these where the file system knows none. */
const linklessCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** Makes the names in a folder survive a power cut. Windows cannot open folders and needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the folder of a key, each new level written down in the one above. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

function tooLong(expected: Expected): StoreRefusal {
  return new StoreRefusal('size-mismatch', `More bytes came than the ${expected.size} announced.`)
}

/** Writes a stream to an open file and measures it on the way. */
async function writeMeasured(handle: FileHandle, bytes: Readable, expected: Expected): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of bytes) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : Buffer.isBuffer(part) ? part : null
    if (chunk === null) throw new TypeError('A file store takes a stream of bytes.')
    size += chunk.byteLength
    if (size > expected.size) throw tooLong(expected)
    hash.update(chunk)
    for (let written = 0; written < chunk.byteLength;) written += (await handle.write(chunk, written)).bytesWritten
  }
  const sha256 = hash.digest('hex')
  if (size !== expected.size) throw new StoreRefusal('size-mismatch', `${size} of ${expected.size} bytes came.`)
  if (expected.sha256 !== undefined && expected.sha256 !== sha256) throw new StoreRefusal('hash-mismatch', 'The bytes are not those announced.')
  await handle.sync()
  return { size, sha256 }
}

/** Gives a finished file its name, once: a name that is taken stays with its bytes. */
async function claimName(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new StoreRefusal('exists', 'The key is taken.')
    if (!hasCode(error, ...linklessCodes)) throw error
    if (await sizeOf(to)) throw new StoreRefusal('exists', 'The key is taken.')
    await rename(from, to)
  }
  await syncFolder(dirname(to))
}

async function sizeOf(path: string): Promise<{ size: number } | null> {
  try {
    const found = await lstat(path)
    return found.isFile() ? { size: found.size } : null
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const age = Date.now() - (await stat(path)).mtimeMs
    if (age > abandonedAfterMs) await rm(path, { force: true })
  }
}

/**
 * Keeps files below `folder` (`DATA_DIR/files`): bytes are written aside, synced, then named in one step, so that a key shows all of
 * them or nothing, whenever the power goes. Names on disk are keys alone, sharded over two levels of folders.
 */
export async function createEmbeddedStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming')
  const objects = join(folder, 'objects')
  await makeFolder(incoming)
  await makeFolder(objects)
  await removeAbandoned(incoming)

  const pathOf = (key: string) => join(objects, requireStoreKey(key).slice(0, 2), key.slice(2, 4), key)

  const put = async (key: string, bytes: Readable, expected: Expected) => {
    const path = pathOf(key)
    const aside = join(incoming, `${key}.${randomUUID()}`)
    try {
      if (await sizeOf(path)) throw new StoreRefusal('exists', 'The key is taken.')
      const handle = await open(aside, 'wx', 0o600)
      const measured = await writeMeasured(handle, bytes, expected).finally(() => handle.close())
      await makeFolder(dirname(path))
      await claimName(aside, path)
      return measured
    } finally {
      bytes.destroy()
      await rm(aside, { force: true })
    }
  }

  const get = async (key: string, range?: ByteRange) => {
    const path = pathOf(key)
    const found = await sizeOf(path)
    if (found === null) throw new StoreRefusal('missing', 'Nothing lies under that key.')
    const handle = await open(path, 'r')
    return { size: found.size, body: handle.createReadStream(range ?? {}) }
  }

  return {
    kind: 'embedded',
    put,
    get,
    head: async (key) => {
      const found = await sizeOf(pathOf(key))
      return found === null ? null : { size: found.size, sha256: null }
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    ping: async () => access(incoming, constants.R_OK | constants.W_OK),
  }
}
