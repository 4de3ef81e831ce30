import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import { guardAudit, releaseAudit } from '#platform/audit/guard-audit.ts'
import { migrate, refuseNewer } from '#platform/database/migrate.ts'
import type { Database } from '#platform/database/database.ts'
import type { StatementObserver } from '#platform/tracing/tracing.ts'
import { connectRunning } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { Standby } from '#platform/database/standby.ts'
import { openStandbyDatabase } from '#platform/database/server-database.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { createClamdScanner } from '#files/clamd-scanner.ts'
import { createEmbeddedStore } from '#files/embedded-store.ts'
import { openS3Store } from '#files/s3-store.lazy.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { noScanner } from '#domain/scanning/scanner.ts'
import type { Scanner } from '#domain/scanning/scanner.ts'
import { createResolver } from '#mail/authentication/dns.ts'
import { createEmbeddedMail } from '#mail/providers/embedded-mail.ts'
import { openGraphMail } from '#mail/providers/graph/open-graph-mail.ts'
import type { MailProvider } from '#mail/providers/mail-provider.ts'
import { createMailParser } from '#mail/parsing/mail-parser.ts'
import { createDisk } from '#platform/storage/disk-space.ts'
import { checkStore } from '#platform/storage/store-identity.ts'
import { shellRecord } from '#platform/federation/shell-build.ts'
import { registerServer } from '#platform/servers/server-registration.ts'
import { openDataDir } from '#platform/storage/open-data-dir.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { createIds } from '#platform/ids.ts'
import { systemClock } from '#platform/clock.ts'
import type { Logger } from 'pino'
import type { Deps } from './deps.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { openTracing } from '#platform/tracing/otlp-tracing.lazy.ts'
import { createServices } from './services.ts'
import { readSecretKey } from '#platform/environment/secret-key.ts'

/**
 * Creates the logger. It writes to stderr, because stdout is for messages to people, and it redacts
 * credentials in every logged object.
 */
export function createLog(level: string): Logger {
  const redact = [
    'cookie',
    'token',
    'authorization',
    'password',
    'secret',
    '*.cookie',
    '*.token',
    '*.authorization',
    '*.password',
    '*.secret',
    'headers',
    '*.headers',
  ]
  return pino({ level, base: null, redact: { paths: redact, censor: '[hidden]' } }, destination(2))
}

const flushEveryMs = 250

/**
 * Creates the logger of requests, which writes to a file descriptor, by default that of the other log. It
 * writes in pieces, because a write for each line costs more than the line, and without redaction, because
 * its lines have fixed fields. A kill loses at most the requests of a quarter of a second.
 */
export function createAccessLog(level: string, fd = 2): { accessLog: Logger; flush: () => void } {
  const out = destination({ dest: fd, sync: true, minLength: 4_096 })
  // `flushSync` also syncs a file to the disk, for which every request would wait.
  const timer = setInterval(() => out.flush(), flushEveryMs).unref()
  const flush = () => out.flushSync()
  process.once('exit', flush)
  return {
    accessLog: pino({ level, base: null }, out),
    flush: () => {
      clearInterval(timer)
      process.off('exit', flush)
      flush()
    },
  }
}

/**
 * Opens the configured file store. A bucket that does not answer does not prevent the start; the health check
 * and the uploads report it.
 */
export async function openStore({
  environment,
  clock,
}: Pick<Deps, 'environment' | 'clock'>): Promise<FileStore> {
  if (environment.s3 !== null) return openS3Store(environment.s3, () => makeStoreKey(randomBytes(16)))
  const { publicOrigin: origin, secretKey, oldSecretKeys } = environment
  return createEmbeddedStore({
    folder: join(environment.dataDir, 'files'),
    origin,
    secretKey,
    oldSecretKeys,
    now: () => clock.now(),
  })
}

/** Opens the scanner that uploads pass before they become files: clamd when CLAMD_URL is set. */
export function openScanner({ clamdUrl }: Environment): Scanner {
  return clamdUrl === null ? noScanner : createClamdScanner(clamdUrl)
}

/** Opens the configured mail provider. Drafts and sent mail are stored locally with every provider. */
export async function openMail(deps: Omit<Deps, 'mail'>): Promise<MailProvider> {
  const local = createEmbeddedMail(deps)
  const { mailProvider, graph, oidc } = deps.environment
  if (mailProvider !== 'graph' || graph === null) return local
  if (oidc === null)
    throw new StartRefusal(
      'OIDC_ISSUER is missing: MAIL_PROVIDER=graph opens mailboxes by the Microsoft sign-in.',
    )
  return openGraphMail(deps, local, graph)
}

/** Opens the database and migrates it. */
export async function openMigrated(
  environment: Environment,
  log: Logger,
  say: (line: string) => void,
  onStatement?: StatementObserver,
): Promise<Database> {
  const database = await openDatabase(environment, log, say, onStatement)
  try {
    await refuseNewer(database.kysely)
    await releaseAudit(database)
    await migrate(database.kysely)
    await guardAudit(database, say)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Opens the database that the process above the worker has opened and migrated. */
async function openAsWorker(
  environment: Environment,
  log: Logger,
  say: (line: string) => void,
  onStatement?: StatementObserver,
): Promise<Database> {
  if (environment.database.kind !== 'embedded') return openDatabase(environment, log, say, onStatement)
  const { dataDir } = environment
  const socket = await runningSocket(dataDir)
  const database = socket === null ? null : await connectRunning(dataDir, socket, log, onStatement)
  if (database === null)
    throw new StartRefusal(`The PostgreSQL in ${join(dataDir, 'postgres')} does not answer.`)
  return database
}

/** Reads on the standby of DATABASE_READ_URL; undefined without one. */
export function openStandby({
  environment,
  database,
  log,
  tracing,
}: Pick<Deps, 'environment' | 'database' | 'log' | 'tracing'>): Standby | undefined {
  const { databaseReadUrl } = environment
  if (databaseReadUrl === null) return undefined
  const standby = openStandbyDatabase(databaseReadUrl, log, tracing?.onStatement)
  return new Standby(database, standby, log)
}

/** For a process that is one of several on a port: whether it is the first of this start. */
export type WorkerRole = 'first' | 'further' | null

export interface OpenedDeps {
  deps: Deps
  /** Closes the database and releases the lock on the data folder. */
  close(): Promise<void>
}

/**
 * Opens all dependencies: locks the data folder, opens and migrates the database, opens the store and mail. A
 * worker finds the folder locked and the database migrated.
 * When a step fails, everything opened before it is closed again. `say` prints a sentence on the screen.
 * Throws a StartRefusal for errors an operator can fix.
 */
export async function openDeps(
  environment: Environment,
  say: (line: string) => void,
  workerRole: WorkerRole = null,
): Promise<OpenedDeps> {
  // Everything below may read declarations, so the collections come first.
  installPortalCollections()
  const log = createLog(environment.logLevel)
  const lock = workerRole === null ? await openDataDir(environment.dataDir) : null
  const { accessLog, flush } = createAccessLog(environment.logLevel)
  const closers: (() => void | Promise<void>)[] = [flush, async () => lock?.release()]
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const secretKey = await readSecretKey(environment.secretKey, environment.dataDir)
    const tracing = await openTracing(environment, log)
    if (tracing !== undefined) closers.push(() => tracing.close())
    const database = await (workerRole === null
      ? openMigrated(environment, log, say, tracing?.onStatement)
      : openAsWorker(environment, log, say, tracing?.onStatement))
    closers.push(() => database.close())
    const clock = systemClock
    const mailParser = createMailParser()
    closers.push(() => mailParser.close())
    const base = {
      environment: { ...environment, secretKey },
      database,
      clock,
      ids: createIds(clock),
      log,
      mailParser,
      resolveDns: createResolver(),
      disk: createDisk(environment),
      ...createServices({ database, clock, log }),
      tracing,
      accessLog,
    }
    const standby = openStandby(base)
    if (standby !== undefined) closers.push(() => standby.close())
    const [store, scanner] = [await openStore(base), openScanner(environment)]
    // An in-memory database is new at each start, so it must not sweep the store of an earlier start.
    if (environment.database.kind !== 'pglite' || environment.database.folder !== null) {
      const storeId = await checkStore({ ...base, store }, environment.adoptStore)
      const registration = await registerServer(base, storeId, await shellRecord(environment.buildsDir))
      closers.push(() => registration.leave())
    }
    const mail = await openMail({ ...base, store, scanner })
    return { deps: { ...base, store, scanner, mail, standby }, close }
  } catch (error) {
    await close()
    throw error
  }
}
