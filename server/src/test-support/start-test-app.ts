import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '#app/app.ts'
import { createIds } from '#platform/ids.ts'
import { createServices } from '#app/services.ts'
import type { Logger } from 'pino'
import type { Deps } from '#app/deps.ts'
import type { MailProvider } from '#mail/providers/mail-provider.ts'
import { createMailParser } from '#mail/parsing/mail-parser.ts'
import { createDisk } from '#platform/storage/disk-space.ts'
import { openMail, openScanner, openStore } from '#app/open-deps.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import type { ReadyEnvironment } from '#platform/environment/environment.ts'
import { createTestClock } from './clock.ts'
import type { TestClock } from './clock.ts'
import { createGiven } from './given.ts'
import type { TestData, Person } from './given.ts'
import { openTestDatabase } from './open-test-database.ts'

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  clock: TestClock
  given: TestData
  /** Every line the server logged. */
  logged: string[]
  /** Sends a request, signed in as `person` if given. */
  send(request: InjectOptions, person?: Person): Promise<LightMyRequestResponse>
  /** `POST /api/crud` as `person`. */
  crud(person: Person, body: unknown): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export interface TestAppOptions {
  environment?: Partial<ReadyEnvironment>
  deps?: Partial<Deps>
  /** Replaces the mail provider of the environment. */
  mail?: (deps: Omit<Deps, 'mail'>) => MailProvider
}

/** No name resolves. Mail tests pass their own resolver. */
const resolveDns: Deps['resolveDns'] = (name) =>
  Promise.reject(Object.assign(new Error(`There is no ${name}`), { code: 'ENOTFOUND' }))

/** Keeps log lines in memory, so that a test can search them for secrets. */
function createMemoryLog(lines: string[]): Logger {
  return pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
}

/**
 * Starts the whole server on a new, migrated database, with a test clock and its own data folder. Scheduled
 * tasks never run automatically: a test runs them. Close the app after the test. If the start fails,
 * everything is closed.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const environment: ReadyEnvironment = {
    ...parseEnvironment({ DATABASE_URL: 'pglite:', DATA_DIR: dataDir, DEMO: '1' }),
    secretKey: 'x'.repeat(32),
    // The clock is fixed, so the minute of a rate limit would never end.
    anonymousRateLimitPerMinute: 0,
    ...options.environment,
  }
  const clock = createTestClock()
  const logged: string[] = []
  const log = createMemoryLog(logged)
  const database = options.deps?.database ?? (await openTestDatabase(log))
  const base = {
    environment,
    database,
    clock,
    ids: createIds(clock),
    log,
    mailParser: createMailParser(),
    resolveDns,
    disk: options.deps?.disk ?? createDisk(environment),
    ...createServices({ database, clock: options.deps?.clock ?? clock, log }),
  }
  const store = options.deps?.store ?? (await openStore(base))
  const scanner = openScanner(environment)
  const mail =
    options.deps?.mail ??
    options.mail?.({ ...base, store, scanner }) ??
    (await openMail({ ...base, store, scanner }))
  const deps: Deps = { ...base, store, scanner, mail, ...options.deps }
  const app = await buildApp(deps).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  await app.ready()
  const given = createGiven(deps)
  const send = async (request: InjectOptions, person?: Person) => {
    const cookies = person === undefined ? {} : { cookie: await given.cookieOf(person) }
    return app.inject({ ...request, headers: { host: 'localhost:3000', ...request.headers, ...cookies } })
  }
  return {
    app,
    deps,
    clock,
    given,
    logged,
    send,
    crud: (person, body) =>
      send(
        {
          method: 'POST',
          url: '/api/crud',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        },
        person,
      ),
    async close() {
      const closed = app.close()
      // `fetch` keeps spare connections that send nothing, and opens one after a stream has ended; the server
      // would wait a minute for each.
      app.server.on('connection', (connection) => connection.destroy())
      app.server.closeAllConnections()
      await closed
      await base.mailParser.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
