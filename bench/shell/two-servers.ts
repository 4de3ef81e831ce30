import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cookieOf, memoryOf, startPortal, stopped } from '../portal-process.ts'

/** One process of the portal. */
export interface Process {
  origin: string
  memoryMb(): number
  /** Signs in and returns the session cookie. */
  signIn(role: 'admin' | 'team'): Promise<string>
}

export interface TwoServers {
  one: Process
  other: Process
  close(): Promise<void>
}

/** DATABASE_URL of the PostgreSQL that the first process runs in its data folder. */
function databaseIn(dataDir: string): string {
  const folder = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const { portal } = z
    .object({ portal: z.string() })
    .parse(JSON.parse(readFileSync(join(dataDir, 'database.secret'), 'utf8')))
  return `postgres://portal:${portal}@localhost/portal?host=${encodeURIComponent(folder)}`
}

function toProcess(server: ChildProcess, port: number): Process {
  const origin = `http://localhost:${port}`
  return { origin, memoryMb: () => memoryOf(server), signIn: (role) => cookieOf(new URL(origin), role) }
}

/** Starts two portal processes on one PostgreSQL, which the first process runs. */
export async function startTwoServers(folder: string, port: number): Promise<TwoServers> {
  const [oneDir, otherDir] = [join(folder, 'one'), join(folder, 'other')]
  for (const each of [oneDir, otherDir]) {
    mkdirSync(each)
    chmodSync(each, 0o711)
  }
  const one = await startPortal(port, oneDir)
  // The second server keeps its files where the first one does; with other files it would be refused.
  symlinkSync(join(oneDir, 'files'), join(otherDir, 'files'))
  const key = readFileSync(join(oneDir, 'secret.key'), 'utf8').trim()
  const other = await startPortal(port + 1, otherDir, { DATABASE_URL: databaseIn(oneDir), SECRET_KEY: key })
  return {
    one: toProcess(one, port),
    other: toProcess(other, port + 1),
    async close() {
      await stopped(other)
      await stopped(one)
    },
  }
}
