import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A separate portal for a test that would disturb the others. */
export interface OwnServer {
  origin: string
  stop(): Promise<void>
}

/**
 * Starts it on an empty folder, on the journeys' port plus `above`. `release` is the folder of a kept
 * release; without it, this repository runs.
 */
export async function startOwnServer(above: number, release?: string): Promise<OwnServer> {
  const port = Number(process.env['E2E_PORT'] ?? 4310) + above
  const origin = `http://localhost:${port}`
  const variables = {
    PORT: String(port),
    SEED_DATE: '2026-11-20',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    // Other origins of modules, and third-party apps, are on this machine too.
    ALLOW_PRIVATE_SOURCES: '1',
    ALLOW_PRIVATE_APPS: '1',
  }
  const folder = release === undefined ? import.meta.dirname : join(release, 'e2e/support')
  const server = spawn(process.execPath, [join(folder, 'serve.mjs')], {
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  })
  const gone = once(server, 'exit')
  const isUp = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (server.exitCode !== null)
      throw new Error(`The portal ended with ${server.exitCode} before it was up.`)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return {
    origin,
    async stop() {
      server.kill('SIGTERM')
      await gone
    },
  }
}
