import { mkdir, readFile, realpath, stat, unlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { StartRefusal } from '#platform/environment/start-refusal.ts'

export interface DataLock {
  release(): Promise<void>
}

/**
 * The address the lock listens on. On Linux and Windows the operating system frees this name when the process
 * ends, even after a crash.
 */
async function lockAddress(dataDir: string): Promise<string> {
  const { dev, ino } = await stat(dataDir, { bigint: true })
  if (process.platform === 'linux') return `\0permit-portal-${dev}-${ino}`
  if (process.platform === 'win32') return String.raw`\\.\pipe\permit-portal-${dev}-${ino}`
  return join(dataDir, 'lock')
}

function listenOn(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(address, () => resolve(server.unref()))
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

/**
 * On other systems than Linux and Windows, the socket file of a killed process remains. It is replaced when
 * no process answers on it.
 */
async function listenOrTakeOver(address: string): Promise<Server | null> {
  try {
    return await listenOn(address)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  const isFile = process.platform !== 'linux' && process.platform !== 'win32'
  if (!isFile || (await answers(address))) return null
  await unlink(address)
  return listenOn(address)
}

/**
 * Creates the data folder and locks it for this process, because two servers on one folder would overwrite
 * each other's data. The lock is a local socket, so it ends with its process, even after kill -9. Throws a
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
  const server = await listenOrTakeOver(await lockAddress(await realpath(dataDir)))
  if (server === null) {
    const pid = await readFile(note, 'utf8').catch(() => '')
    throw new StartRefusal(
      `DATA_DIR ${dataDir} is in use by another server${pid === '' ? '' : ` (process ${pid.trim()})`}: stop that one, or choose another folder.`,
    )
  }
  try {
    await writeFile(note, `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    server.close()
    throw unwritable(dataDir, error)
  }
  return {
    async release() {
      await unlink(note).catch(() => undefined)
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function unwritable(dataDir: string, error: unknown): StartRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new StartRefusal(
    `DATA_DIR ${dataDir} cannot be written (${code}): give this user the right to write there, or choose another folder.`,
  )
}
