import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cookieOf, healthy, memoryOf, stopped } from '../records/servers.ts'

const root = join(import.meta.dirname, '../..')

/** One process of the portal. */
export interface Process {
  origin: string
  memoryMb(): number
  /** Signs in and answers the cookie. */
  signIn(role: 'admin' | 'team'): Promise<string>
}

export interface TwoServers {
  one: Process
  other: Process
  close(): Promise<void>
}

function start(port: number, dataDir: string, more: Record<string, string>): ChildProcess {
  const variables = {
    DEMO: '1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    SEED_DATE: '2026-11-20',
    ...more,
  }
  return spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** DATABASE_URL of the PostgreSQL that the first process runs in its data folder. */
function databaseIn(dataDir: string): string {
  const folder = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const { portal } = z.object({ portal: z.string() }).parse(JSON.parse(readFileSync(join(dataDir, 'database.secret'), 'utf8')))
  return `postgres://portal:${portal}@localhost/portal?host=${encodeURIComponent(folder)}`
}

function toProcess(server: ChildProcess, port: number): Process {
  const origin = `http://localhost:${port}`
  return { origin, memoryMb: () => memoryOf(server), signIn: (role) => cookieOf(new URL(origin), role) }
}

/** Two processes of the portal on one PostgreSQL, which the first one runs. */
export async function startTwoServers(folder: string, port: number): Promise<TwoServers> {
  const [oneDir, otherDir] = [join(folder, 'one'), join(folder, 'other')]
  for (const each of [oneDir, otherDir]) {
    mkdirSync(each)
    chmodSync(each, 0o711)
  }
  const one = start(port, oneDir, {})
  await healthy(new URL(`http://localhost:${port}`), one)
  const key = readFileSync(join(oneDir, 'secret.key'), 'utf8').trim()
  const other = start(port + 1, otherDir, { DATABASE_URL: databaseIn(oneDir), SECRET_KEY: key })
  await healthy(new URL(`http://localhost:${port + 1}`), other)
  return {
    one: toProcess(one, port),
    other: toProcess(other, port + 1),
    async close() {
      await stopped(other)
      await stopped(one)
    },
  }
}
