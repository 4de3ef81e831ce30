import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import { guardAudit, releaseAudit } from '#platform/audit/guard-audit.ts'
import { migrate } from '#platform/database/migrate.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { createClamdScanner } from '#files/clamd-scanner.ts'
import { createEmbeddedStore } from '#files/embedded-store.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { createS3Store } from '#files/s3-store.ts'
import { noScanner } from '#domain/scanning/scanner.ts'
import type { Scanner } from '#domain/scanning/scanner.ts'
import { createResolver } from '#mail/authentication/dns.ts'
import { createEmbeddedMail } from '#mail/providers/embedded-mail.ts'
import { openGraphMail } from '#mail/providers/graph/open-graph-mail.ts'
import type { MailProvider } from '#mail/providers/mail-provider.ts'
import { createMailParser } from '#mail/parsing/mail-parser.ts'
import { createDisk } from '#platform/storage/disk-space.ts'
import { checkStore } from '#platform/storage/store-identity.ts'
import { lockDataDir } from '#platform/storage/data-lock.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { createIds } from '#platform/ids.ts'
import { systemClock } from '#platform/clock.ts'
import type { Logger } from 'pino'
import type { Deps } from './deps.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { Environment } from '#platform/environment/environment.ts'
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

/**
 * Opens the configured file store. A bucket that does not answer does not prevent the start; the health check
 * and the uploads report it.
 */
export async function openStore({
  environment,
  clock,
}: Pick<Deps, 'environment' | 'clock'>): Promise<FileStore> {
  if (environment.s3 !== null) return createS3Store(environment.s3, () => makeStoreKey(randomBytes(16)))
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

export interface OpenedDeps {
  deps: Deps
  /** Closes the database and releases the lock on the data folder. */
  close(): Promise<void>
}

/**
 * Opens all dependencies: locks the data folder, opens and migrates the database, opens the store and mail.
 * When a step fails, everything opened before it is closed again. `say` prints a sentence on the screen.
 * Throws a StartRefusal for errors an operator can fix.
 */
export async function openDeps(environment: Environment, say: (line: string) => void): Promise<OpenedDeps> {
  // Everything below may read declarations, so the collections come first.
  installPortalCollections()
  const log = createLog(environment.logLevel)
  const lock = await lockDataDir(environment.dataDir)
  const closers = [() => lock.release()]
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const secretKey = await readSecretKey(environment.secretKey, environment.dataDir)
    const database = await openDatabase(environment, log, say)
    closers.push(() => database.close())
    await releaseAudit(database)
    await migrate(database.kysely)
    await guardAudit(database, say)
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
      ...createServices({ database, log }),
    }
    const [store, scanner] = [await openStore(base), openScanner(environment)]
    // An in-memory database is new at each start, so it must not sweep the store of an earlier start.
    if (environment.database.kind !== 'pglite' || environment.database.folder !== null)
      await checkStore({ ...base, store }, environment.adoptStore)
    const mail = await openMail({ ...base, store, scanner })
    return { deps: { ...base, store, scanner, mail }, close }
  } catch (error) {
    await close()
    throw error
  }
}
