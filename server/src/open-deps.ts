import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import { guardAudit, releaseAudit } from './audit/guard-audit.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open-database.ts'
import { createClamdScanner } from '#features/files/clamd-scanner.ts'
import { createEmbeddedStore } from '#features/files/embedded-store.ts'
import { makeStoreKey } from '#features/files/file-store.ts'
import type { FileStore } from '#features/files/file-store.ts'
import { createS3Store } from '#features/files/s3-store.ts'
import { noScanner } from '#features/files/scanner.ts'
import type { Scanner } from '#features/files/scanner.ts'
import { createResolver } from '#features/mail/authentication/dns.ts'
import { createEmbeddedMail } from '#features/mail/embedded-mail.ts'
import { openGraphMail } from '#features/mail/graph/open-graph-mail.ts'
import type { MailProvider } from '#features/mail/mail-provider.ts'
import { createMailParser } from '#features/mail/parsing/mail-parser.ts'
import { createDisk } from '#storage/disk-space.ts'
import { checkStore } from '#storage/store-identity.ts'
import { lockDataDir } from './data-lock.ts'
import { installPortalCollections } from './domain/collections.ts'
import { createIds, systemClock } from './deps.ts'
import type { Deps, Logger } from './deps.ts'
import { StartRefusal } from '#environment/start-refusal.ts'
import type { Environment } from '#environment/environment.ts'
import { readSecretKey } from './secret-key.ts'

/** A log on stderr (stdout is for people) that never shows what opens a door, whichever object is logged. */
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
 * The file store the environment asks for. A bucket that does not answer stops no start: health says so, and
 * so does every upload.
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

/** The scanner uploads pass before they become files: clamd where CLAMD_URL names one. */
export function openScanner({ clamdUrl }: Environment): Scanner {
  return clamdUrl === null ? noScanner : createClamdScanner(clamdUrl)
}

/** The mail provider the environment asks for; what is written and sent is kept here either way. */
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
  /** Ends the database and frees the data folder. */
  close(): Promise<void>
}

/**
 * Everything the server stands on: data folder locked, database open and migrated, store and mail open. What
 * was opened is closed again when a later step fails. `say` gets sentences for the screen. Throws
 * StartRefusal for what a person can cure.
 */
export async function openDeps(environment: Environment, say: (line: string) => void): Promise<OpenedDeps> {
  installPortalCollections()
  const log = createLog(environment.logLevel)
  const lock = await lockDataDir(environment.dataDir)
  const closers = [() => lock.release()]
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne()
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
    }
    const [store, scanner] = [await openStore(base), openScanner(environment)]
    // A database in memory is a new one at each start, and never sweeps what another start left.
    if (environment.database.kind !== 'pglite' || environment.database.folder !== null)
      await checkStore({ ...base, store }, environment.adoptStore)
    const mail = await openMail({ ...base, store, scanner })
    return { deps: { ...base, store, scanner, mail }, close }
  } catch (error) {
    await close()
    throw error
  }
}
