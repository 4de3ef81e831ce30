import { randomInt, randomUUID } from 'node:crypto'
import {
  link,
  mkdir,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
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

const lockName = 'server.lock'
const maxAttempts = 4
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

/** Whether a process other than that of `own` answers on a lock file. Removes the files of killed processes. */
async function othersAnswer(folder: string, own: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(lockName) && name !== own)
  for (const name of names) {
    const path = join(folder, name)
    if (await isAnswered(path)) return true
    // The name that all servers share gets a new socket from whoever gets the lock.
    if (name !== lockName) await unless('ENOENT', unlink(path))
  }
  return false
}

/**
 * Locks by a socket file in the folder, which every process that sees the folder finds, also in another
 * container. Each process listens on a file of its own and has the lock if nobody answers on any other. Of two
 * that start at once, the one that looks later finds the other, so never both get it. Null when a process
 * answers.
 */
async function tryLockByFile(dataDir: string): Promise<DataLock | null> {
  // The address of a socket has at most 107 bytes. On Linux an open folder has a short path.
  const handle = await open(dataDir)
  const folder = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : dataDir
  const id = randomUUID()
  const own = `${lockName}.${id}`
  const [starting, file, shared] = [
    join(folder, `server.start.${id}`),
    join(folder, own),
    join(folder, lockName),
  ]
  let server: Server | undefined
  const release = async () => {
    await unless('ENOENT', unlink(file))
    await unless('ENOENT', unlink(starting))
    if (server !== undefined) await close(server)
    await handle.close()
  }
  try {
    server = await listenOn(starting)
    // Only now: between its creation and the first answer a file would be taken for that of a killed process.
    await rename(starting, file)
    if (await othersAnswer(folder, own)) {
      await release()
      return null
    }
    // Servers of earlier releases look at this name alone.
    await link(file, starting)
    await rename(starting, shared)
  } catch (error) {
    await release()
    throw error
  }
  return {
    async release() {
      await unless('ENOENT', unlink(shared))
      await release()
    },
  }
}

/** Servers that start at once may find each other, so each looks again after a moment. */
async function lockByFile(dataDir: string): Promise<DataLock | null> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = await tryLockByFile(dataDir)
    if (lock !== null || attempt === maxAttempts) return lock
    await wait(randomInt(20, 100))
  }
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
