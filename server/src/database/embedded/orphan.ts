import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 50
const politeMs = 10_000

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Is that process a PostgreSQL on this very folder, not a later one that was given the same number? */
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
 * The socket folder of the PostgreSQL at work in the data folder, which a running portal has started; null
 * where there is none.
 */
export async function runningSocket(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => null)
  return text?.split('\n')[4] ?? null
}

/**
 * Ends a PostgreSQL that a killed portal left running on `data`, and clears its pid file and socket folder
 * away. The data folder's lock is ours by now, so nobody uses it. PostgreSQL replays its log at the next
 * start, whichever way it ended.
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
