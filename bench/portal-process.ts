import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverEnvironment, serverOptions } from '../scripts/commands.mjs'

/** The root of the repository. */
export const root = join(import.meta.dirname, '..')

/** Environment variables for the portal in a benchmark: demo accounts, no rate limit, the day of the seed. */
export const environmentOf = (
  port: number,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv => ({
  ...serverEnvironment,
  ...process.env,
  DEMO: '1',
  PORT: String(port),
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '0',
  SEED_DATE: '2026-11-20',
  ...more,
})

/** Stops a process and waits until it has exited. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** Resolves when the portal answers requests. Throws when its process exits first, or after five minutes. */
async function healthy(portal: URL, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`The portal stopped with exit code ${server.exitCode}`)
    const isUp = await fetch(new URL('/api/health', portal)).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The portal did not answer within five minutes')
}

/**
 * Starts the portal and resolves when it answers requests. `more` are additional environment variables.
 * Throws as `healthy` does.
 */
export async function startPortal(
  port: number,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const env = environmentOf(port, dataDir, more)
  const server = spawn(process.execPath, [...serverOptions, join(root, 'server/src/app/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await healthy(new URL(`http://localhost:${port}`), server)
  return server
}

/** Signs in with the demo account of a role and returns the session cookie. */
export async function cookieOf(portal: URL, role: 'admin' | 'team' = 'admin'): Promise<string> {
  const response = await fetch(new URL('/api/auth/demo', portal), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  })
  const [cookie] = response.headers.getSetCookie()
  if (!response.ok || cookie === undefined)
    throw new Error(`Signing in answered ${response.status} ${await response.text()}`)
  return cookie.split(';')[0] ?? ''
}

/** Resident memory of a process, in megabytes. */
export function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
