import { join } from 'node:path'
import { destination, pino } from 'pino'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open-database.ts'
import { createEmbeddedStore } from '#features/files/embedded-store.ts'
import type { FileStore } from '#features/files/file-store.ts'
import { createEmbeddedMail } from '#features/mail/embedded-mail.ts'
import type { MailProvider } from '#features/mail/mail-provider.ts'
import { lockDataDir } from './data-lock.ts'
import { createIds, systemClock } from './deps.ts'
import type { Deps, Logger } from './deps.ts'
import { StartRefusal } from './environment.ts'
import type { Environment } from './environment.ts'
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

/** The file store the environment asks for. */
export async function openStore(deps: Pick<Deps, 'environment'>): Promise<FileStore> {
  if (deps.environment.s3 !== null) throw new StartRefusal('S3_ENDPOINT: this version stores files in DATA_DIR only; remove the S3 variables.')
  return createEmbeddedStore(join(deps.environment.dataDir, 'files'))
}

/** The mail provider the environment asks for. */
export async function openMail(deps: Omit<Deps, 'mail'>): Promise<MailProvider> {
  if (deps.environment.mailProvider === 'graph')
    throw new StartRefusal('MAIL_PROVIDER: this version keeps mail itself only; use MAIL_PROVIDER=embedded.')
  return createEmbeddedMail(deps)
}

export interface OpenedDeps {
  deps: Deps
  /** Ends the database and frees the data folder. */
  close(): Promise<void>
}

/**
 * Everything the server stands on: data folder locked, database open and migrated, store and mail open. What was opened is closed
 * again when a later step fails. `say` gets sentences for the screen. Throws StartRefusal for what a person can cure.
 */
export async function openDeps(environment: Environment, say: (line: string) => void): Promise<OpenedDeps> {
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
    await migrate(database.kysely)
    const clock = systemClock
    const base = { environment: { ...environment, secretKey }, database, clock, ids: createIds(clock), log }
    const store = await openStore(base)
    const mail = await openMail({ ...base, store })
    return { deps: { ...base, store, mail }, close }
  } catch (error) {
    await close()
    throw error
  }
}
