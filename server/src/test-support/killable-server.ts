import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { createPooledDatabase } from '#platform/database/server-database.ts'
import { createIds } from '#platform/ids.ts'
import { systemClock } from '#platform/clock.ts'
import { embeddedUrl } from './embedded-url.ts'
import { createGiven } from './given.ts'
import type { TestData } from './given.ts'
import { startServer, untilReady } from './server-process.ts'

/**
 * A real server with its own data folder that can be killed and started again. Every start uses another port.
 */
export interface KillableServer {
  /** Its data folder. */
  folder: string
  /** A URL of the running server. */
  url(path: string): string
  /** Process id of the running server. */
  pid(): number
  /** Accesses the server's database directly. */
  besides<Result>(work: (beside: { database: Database; given: TestData }) => Promise<Result>): Promise<Result>
  /** `kill -9`, optionally of its PostgreSQL too. Running work is interrupted. */
  kill(withDatabase?: boolean): Promise<void>
  /** `kill -9` of its PostgreSQL alone, which the server starts again. */
  killDatabase(): Promise<void>
  /** Starts the server again on the same data folder and waits until it is ready. */
  start(): Promise<void>
  /** Stops the server normally and deletes its data. Returns its exit code and what it logged. */
  close(): Promise<{ code: number | null; logged: string }>
}

/**
 * Starts a server with little logging and no rate limits, plus these variables. `name` becomes part of the
 * name of its data folder, which is made in `home`.
 */
export async function startKillable(
  name: string,
  variables: Record<string, string> = {},
  home = tmpdir(),
): Promise<KillableServer> {
  const folder = await mkdtemp(join(home, `portal-${name}-`))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  const begin = async () => {
    const started = await startServer({
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      ...variables,
    })
    await untilReady(started)
    return started
  }
  let server = await begin()
  /** Process id of the server's PostgreSQL. */
  const postmaster = async () =>
    Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
  return {
    folder,
    url: (path) => `http://localhost:${server.port}${path}`,
    pid: () => server.child.pid ?? 0,
    async besides(work) {
      const connection = { connectionString: await embeddedUrl(folder) }
      const log = pino({ level: 'silent' })
      const database = createPooledDatabase({
        kind: 'server',
        connection,
        log,
        closeServer: async () => undefined,
      })
      try {
        return await work({
          database,
          given: createGiven({
            database,
            clock: systemClock,
            ids: createIds(systemClock),
            environment: { demo: variables['DEMO'] === '1' },
          }),
        })
      } finally {
        await database.close()
      }
    },
    async kill(withDatabase = false) {
      const pid = await postmaster()
      server.child.kill('SIGKILL')
      if (withDatabase) process.kill(pid, 'SIGKILL')
      await server.exit
    },
    async killDatabase() {
      process.kill(await postmaster(), 'SIGKILL')
    },
    async start() {
      server = await begin()
    },
    async close() {
      server.child.kill('SIGTERM')
      const code = await server.exit
      await rm(folder, { recursive: true, force: true })
      return { code, logged: server.stderr() }
    },
  }
}
