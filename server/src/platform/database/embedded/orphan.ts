import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from '#platform/error-code.ts'

const pollMs = 50
const politeMs = 10_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/**
 * True when the process is a PostgreSQL on this folder, and not a later process with the same id. Only Linux
 * can tell; other systems check only that the process exists.
 */
async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(data)
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += pollMs) {
    if (!isAlive(pid)) return true
    await wait(pollMs)
  }
  return !isAlive(pid)
}

/**
 * The socket folder named in the pid file of the data folder's PostgreSQL. Null without a pid file. A killed
 * server leaves its pid file, so the socket may not answer.
 */
export async function runningSocket(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => null)
  return text?.split('\n')[4] ?? null
}

/**
 * Ends a PostgreSQL that a killed portal left running on `data`, and removes its pid file and socket folder.
 * The caller holds the lock on the data folder, so no other portal uses it. PostgreSQL replays its log at the
 * next start, however it ended.
 */
export async function endOrphan(data: string, socketPrefix: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const socketFolder = lines[4] ?? ''
  if (Number.isInteger(pid) && pid > 1 && (await isServerOf(pid, data))) {
    process.kill(pid, 'SIGINT')
    if (!(await hasEnded(pid, politeMs))) {
      process.kill(pid, 'SIGQUIT')
      await hasEnded(pid, politeMs)
    }
  }
  await rm(pidFile, { force: true })
  if (basename(socketFolder).startsWith(socketPrefix))
    await rm(socketFolder, { recursive: true, force: true })
}
