import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, hasCode } from '#platform/error-code.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'

export interface DataLock {
  release(): Promise<void>
}

/** Codes of file systems that hold no sockets or hard links. There, only the lock by name protects the folder. */
const unsupported = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']

const settleMs = 50
/** Systems whose sockets can have a name instead of a file. */
const hasNames = process.platform === 'linux' || process.platform === 'win32'

function listenOn(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(address, () => resolve(server.unref()))
  })
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/** Whether a process listens on a socket file. The file of a killed process remains, but refuses connections. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED', 'ENOENT')))
  })
}

/** Runs a step on a file that another process may have removed or created meanwhile. */
async function unless(code: string, step: Promise<void>): Promise<boolean> {
  try {
    await step
    return true
  } catch (error) {
    if (hasCode(error, code)) return false
    throw error
  }
}

/**
 * Locks by a name that the operating system frees when the process ends, even after a crash. On Linux the
 * name belongs to a network namespace, so it does not hold between containers. Null when it is taken.
 */
async function lockByName(dataDir: string): Promise<Server | null> {
  const { dev, ino } = await stat(dataDir, { bigint: true })
  const address =
    process.platform === 'win32'
      ? String.raw`\\.\pipe\permit-portal-${dev}-${ino}`
      : `\0permit-portal-${dev}-${ino}`
  try {
    return await listenOn(address)
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return null
    throw error
  }
}

/** Whether the lock file is still the same after a moment: another process may have taken it for a stale one. */
async function staysOurs(file: string): Promise<boolean> {
  const { ino } = await stat(file)
  await wait(settleMs)
  return stat(file).then(
    (found) => found.ino === ino,
    () => false,
  )
}

/**
 * Gives the socket `own` the name of the lock file; false when a process answers on that file. `link` fails
 * when the file exists, so of several processes only one creates it.
 */
async function takeFile(own: string, file: string, stale: string): Promise<boolean> {
  while (!(await unless('EEXIST', link(own, file)))) {
    if (await isAnswered(file)) return false
    if (!(await unless('ENOENT', rename(file, stale)))) continue
    // Another process may have replaced the file in between: its socket gets its name back.
    if (await isAnswered(stale)) await unless('EEXIST', link(stale, file))
    await unlink(stale)
  }
  await unlink(own)
  return true
}

/**
 * Locks by a socket file in the folder, which every process that sees the folder finds, also in another
 * container. The file of a killed process is replaced. Null when a process answers on the file.
 */
async function lockByFile(dataDir: string): Promise<DataLock | null> {
  // The address of a socket has at most 107 bytes. On Linux an open folder has a short path.
  const folder = await open(dataDir)
  const base = process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : dataDir
  const file = join(base, 'server.lock')
  const [own, stale] = [`${file}.${randomUUID()}`, `${file}.${randomUUID()}`]
  let server: Server | undefined
  const release = async () => {
    await unless('ENOENT', unlink(own))
    if (server !== undefined) await close(server)
    await folder.close()
  }
  try {
    server = await listenOn(own)
    if ((await takeFile(own, file, stale)) && (await staysOurs(file)))
      return {
        async release() {
          await unless('ENOENT', unlink(file))
          await release()
        },
      }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return null
}

/** Both locks; null when another server has one of them. */
async function takeLocks(dataDir: string): Promise<DataLock | null> {
  const named = hasNames ? await lockByName(dataDir) : null
  if (hasNames && named === null) return null
  const closeNamed = async () => {
    if (named !== null) await close(named)
  }
  if (process.platform === 'win32') return { release: closeNamed }
  try {
    const filed = await lockByFile(dataDir)
    if (filed === null) {
      await closeNamed()
      return null
    }
    return {
      async release() {
        await filed.release()
        await closeNamed()
      },
    }
  } catch (error) {
    if (named !== null && hasCode(error, ...unsupported)) return { release: closeNamed }
    await closeNamed()
    throw unwritable(dataDir, error)
  }
}

/**
 * Creates the data folder and locks it for this process, because two servers on one folder would overwrite
 * each other's data. The locks are local sockets, so they end with their process, even after kill -9. Throws a
 * StartRefusal when the folder is in use or cannot be written.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const note = join(dataDir, 'server.pid')
  try {
    // When the server runs as root, the embedded PostgreSQL runs as another user and must be able to traverse
    // this folder. The files and folders in it have their own permissions.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (error) {
    throw unwritable(dataDir, error)
  }
  const lock = await takeLocks(await realpath(dataDir))
  if (lock === null) {
    const pid = await readFile(note, 'utf8').catch(() => '')
    throw new StartRefusal(
      `DATA_DIR ${dataDir} is in use by another server${pid === '' ? '' : ` (process ${pid.trim()})`}: stop that one, or choose another folder.`,
    )
  }
  try {
    await writeFile(note, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    await lock.release()
    throw unwritable(dataDir, error)
  }
  return {
    async release() {
      await unlink(note).catch(() => undefined)
      await lock.release()
    },
  }
}

function unwritable(dataDir: string, error: unknown): StartRefusal {
  const code = codeOf(error) ?? String(error)
  return new StartRefusal(
    hasCode(error, 'ENOSPC', 'EDQUOT')
      ? `DATA_DIR ${dataDir} cannot be written (${code}): the disk is full. Free some space, or choose another folder.`
      : `DATA_DIR ${dataDir} cannot be written (${code}): give this user the right to write there, or choose another folder.`,
  )
}
