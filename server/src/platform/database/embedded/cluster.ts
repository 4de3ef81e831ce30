import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { constants, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Launcher } from './launcher.ts'
import { endOrphan } from './orphan.ts'

const socketPrefix = 'portal-pg-'
const maxStopMs = 7_000
/** Crash recovery of a large database takes a while. A start that fails ends long before this limit. */
const defaultStartMs = 120_000
const attempts = 6
/** Pause before another restart after one that failed. */
const retryMs = 5_000

export const superuser = 'portal_owner'

export interface Cluster {
  socketFolder: string
  stop(): Promise<void>
}

export interface ClusterOptions {
  binaries: Binaries
  launcher: Launcher
  /** Folder of the data folder and the log. It belongs to the user PostgreSQL runs as. */
  home: string
  superuserPassword: string
  /** Most connections at a time. */
  connections: number
  /** True when a connection succeeds. */
  isReady(socketFolder: string): Promise<boolean>
  /** How long a start may take; by default long enough for the recovery after a crash. */
  maxStartMs?: number
  /** Called when PostgreSQL ended without `stop`. It is restarted. */
  onCrash(reason: string): void
}

export class ClusterError extends Error {}

const mebibytes = (bytes: number) => `${Math.floor(bytes / 1_048_576)}MB`

/**
 * Settings for a portal on one machine, measured or estimated. Parallel workers do not help on two cores and
 * need shared memory that containers lack.
 */
function settings({ connections }: ClusterOptions): string[] {
  const memory = totalmem()
  const values = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    shared_buffers: mebibytes(Math.min(512 * 1_048_576, memory / 8)),
    effective_cache_size: mebibytes(memory / 2),
    max_connections: String(connections),
    // A statement about permits locks their 64 indexes. PostgreSQL keeps so many locks in the memory of the
    // session.
    max_locks_per_transaction: '128',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    random_page_cost: '1.1',
    work_mem: '16MB',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    log_checkpoints: 'off',
    // An archive of the log that stands still must not fill the disk.
    max_slot_wal_keep_size: '2GB',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Each connection keeps up to 32 MiB of memory that its statements freed. Otherwise the memory of every batch
 * of rows comes from the kernel again, page by page. glibc reads these variables; other systems ignore them.
 */
const keptMemory = { MALLOC_TRIM_THRESHOLD_: '33554432', MALLOC_MMAP_THRESHOLD_: '33554432' }

async function lastLines(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-3).join(' | ')
}

async function run(launcher: Launcher, program: string, args: readonly string[]): Promise<void> {
  const child = launcher.spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()))
  const code: unknown = (await once(child, 'close'))[0]
  if (code !== 0)
    throw new ClusterError(
      said.trim().split('\n').slice(-3).join(' | ') || `${program} ended with code ${String(code)}`,
    )
}

/**
 * Creates the data folder atomically, by renaming `data.new`. A killed setup leaves only `data.new`, which
 * the next setup removes.
 */
async function initialise({ binaries, launcher, home, superuserPassword }: ClusterOptions): Promise<void> {
  const data = join(home, 'data')
  const isThere = await stat(data).then(
    () => true,
    () => false,
  )
  if (isThere) return
  const fresh = join(home, 'data.new')
  const passwordFile = join(home, 'password')
  await rm(fresh, { recursive: true, force: true })
  await writeFile(passwordFile, superuserPassword, { mode: 0o600 })
  await launcher.own(passwordFile)
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    await run(launcher, binaries.initdb, [
      '-D',
      fresh,
      '-U',
      superuser,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      ...locale,
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(fresh, data)
}

async function makeSocketFolder(launcher: Launcher): Promise<string> {
  // The path of a socket is limited to 107 bytes, so the socket is not placed in the data folder.
  const folder = await mkdtemp(`/tmp/${socketPrefix}`)
  await chmod(folder, 0o700)
  await launcher.own(folder)
  return folder
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * Ends PostgreSQL with this process, also when a signal arrives before the server listens to signals. Returns
 * a function that undoes this.
 */
function endWithProcess(end: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const onSignal = (signal: (typeof signals)[number]) => {
    if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
  }
  process.on('exit', end)
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    process.off('exit', end)
    for (const signal of signals) process.off(signal, onSignal)
  }
}

/**
 * Creates the cluster if it is new, starts it and keeps it running until `stop`. Throws ClusterError with the
 * message of PostgreSQL.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { launcher, binaries, home, isReady, onCrash, maxStartMs = defaultStartMs } = options
  const [data, logFile] = [join(home, 'data'), join(home, 'log')]
  await mkdir(home, { recursive: true, mode: 0o700 })
  await chmod(home, 0o700)
  await launcher.own(home)
  await endOrphan(data, socketPrefix)
  await initialise(options)
  const socketFolder = await makeSocketFolder(launcher)
  let stopping = false
  let child: ChildProcess | undefined
  const release = endWithProcess(() => child?.kill('SIGINT'))

  async function startOnce(): Promise<ChildProcess> {
    const log = await open(logFile, 'w', 0o600)
    // PostgreSQL gets its own process group, so that Ctrl-C reaches only the server: requests in progress
    // still need the database.
    const started = launcher.spawn(
      binaries.postgres,
      ['-D', data, '-k', socketFolder, ...settings(options)],
      {
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
        env: { ...process.env, ...keptMemory },
      },
    )
    const failed = once(started, 'error').then(([error]) => {
      throw new ClusterError(String(error))
    })
    failed.catch(() => undefined)
    child = started
    await log.close()
    for (let waitedMs = 0; waitedMs < maxStartMs && !hasExited(started); waitedMs += 20) {
      if (await Promise.race([isReady(socketFolder), failed])) return started
      await wait(20)
    }
    if (!hasExited(started)) started.kill('SIGQUIT')
    throw new ClusterError(await lastLines(logFile))
  }

  async function start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const running = await startOnce()
        running.once('exit', (code, signal) => {
          if (!stopping) void restart(`PostgreSQL ended by itself (${signal ?? code})`)
        })
        return
      } catch (error) {
        // The child processes of a killed server hold its shared memory for a short time.
        const mayPass = error instanceof ClusterError && /shared memory|lock file/.test(error.message)
        if (!mayPass || attempt >= attempts) throw error
        await wait(500)
      }
    }
  }

  /** Starts PostgreSQL again, as often as necessary: the cause may pass, such as a lack of memory. */
  async function restart(reason: string): Promise<void> {
    onCrash(reason)
    for (; !stopping; await wait(retryMs, undefined, { ref: false })) {
      try {
        await endOrphan(data, 'none')
        return await start()
      } catch (error) {
        onCrash(`PostgreSQL does not start again: ${String(error)}`)
      }
    }
  }

  try {
    await start()
  } catch (error) {
    release()
    await rm(socketFolder, { recursive: true, force: true })
    throw error
  }
  return {
    socketFolder,
    async stop() {
      stopping = true
      const running = child
      if (running !== undefined && !hasExited(running)) {
        const ended = once(running, 'exit')
        running.kill('SIGINT')
        const timer = setTimeout(() => running.kill('SIGQUIT'), maxStopMs)
        await ended
        clearTimeout(timer)
      }
      release()
      await rm(socketFolder, { recursive: true, force: true })
    },
  }
}
