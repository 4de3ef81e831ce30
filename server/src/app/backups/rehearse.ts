import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenedBackup } from '#backup/manifest.ts'
import type { BackupFiles } from '#backup/place.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { restorePortal } from './restore-portal.ts'

const maxStartMs = 120_000
const pollMs = 100

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const answersReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * The variables of a portal that only shows that it starts: it listens on this machine alone, and has no mail
 * server, bucket or sign-in provider, so that nothing in its copied queues leaves it.
 */
function rehearsalVariables(environment: Environment, dataDir: string, port: number): Record<string, string> {
  const { secretKey, oldSecretKeys } = environment
  return {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '0',
    LOG_LEVEL: 'error',
    ...(secretKey === null ? {} : { SECRET_KEY: secretKey }),
    ...(oldSecretKeys.length === 0 ? {} : { SECRET_KEYS_OLD: oldSecretKeys.join(',') }),
  }
}

/** Starts a server on the data folder until it is ready. Returns what it said when it does not start. */
async function tryStart(variables: Record<string, string>, port: number): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: variables,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2_000)))
  const exit = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  for (let waitedMs = 0; waitedMs < maxStartMs && !hasEnded(); waitedMs += pollMs) {
    if (await answersReady(port)) {
      child.kill('SIGTERM')
      await exit
      return null
    }
    await wait(pollMs)
  }
  if (!hasEnded()) child.kill('SIGKILL')
  await exit
  return said.trim() === '' ? 'The restored portal did not become ready.' : said.trim()
}

/**
 * Proves a backup: restores it into a folder of its own below the temporary folder, compares every table and
 * file, and starts the portal. Returns what is wrong, as sentences.
 */
export async function rehearse(
  environment: Environment,
  files: BackupFiles,
  backup: OpenedBackup,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-rehearsal-'))
  try {
    // The embedded PostgreSQL runs as another user where the server runs as root.
    await chmod(folder, 0o711)
    const dataDir = join(folder, 'data')
    const port = await freePort()
    const variables = rehearsalVariables(environment, dataDir, port)
    const rehearsal = parseEnvironment(variables)
    const differences = await restorePortal({ environment: rehearsal, files, backup, compares: true })
    const said = await tryStart(variables, port)
    return said === null ? differences : [...differences, `The restored portal does not start: ${said}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
