import type { StandbyState } from '#platform/database/standby.ts'
import { missingMigrations } from '#platform/database/migrate.ts'
import type { Clock } from '#platform/clock.ts'
import { mailProblem } from '#mail/outbox/mail-queue.ts'
import { requireWritableDisk } from '#platform/storage/disk-space.ts'
import { lateSentence, readBackupState } from '../backups/backup-state.ts'
import type { BackupState } from '../backups/backup-state.ts'
import type { Deps } from '../deps.ts'

const respondWithinMs = 3_000
/** More frequent calls get the previous result. */
const defaultAskEveryMs = 10_000
/** The place of backups may hold many and be far away. */
const askBackupsEveryMs = 60_000

/** The answer of a dependency. Throws when there is none in time. */
async function responseOf<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${name} did not answer within ${respondWithinMs} ms`)),
    respondWithinMs,
  )
  try {
    return await Promise.race([ask(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** `ok`, or `down` if the dependency does not respond in time. */
async function stateOf(deps: Deps, name: string, ping: () => Promise<void>): Promise<'ok' | 'down'> {
  try {
    await responseOf(name, ping)
    return 'ok'
  } catch (error) {
    deps.log.warn({ err: error }, `${name} is down`)
    return 'down'
  }
}

/** Runs a check at most once in ten seconds and shares its result between all callers. */
export function askSeldom<Answer>(
  clock: Clock,
  ask: () => Promise<Answer>,
  askEveryMs = defaultAskEveryMs,
): () => Promise<Answer> {
  let latest: { atMs: number; answer: Promise<Answer> } | undefined
  return () => {
    const nowMs = clock.now().getTime()
    if (latest === undefined || Math.abs(nowMs - latest.atMs) >= askEveryMs)
      latest = { atMs: nowMs, answer: ask() }
    return latest.answer
  }
}

/** How long a write that failed for want of space counts. */
const fullForMs = 20_000

/** Whether PostgreSQL has just refused a write because its disk is full. It answers reads then. */
export function isDatabaseFull({ memory: { databaseFullAt }, clock }: Deps): boolean {
  return databaseFullAt !== undefined && clock.now().getTime() - databaseFullAt.getTime() < fullForMs
}

/** What is wrong with outgoing mail, or null. */
async function outgoingMail(deps: Deps): Promise<string | null> {
  try {
    return await mailProblem(deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'the outbox could not be read')
    return 'The outbox cannot be read.'
  }
}

/** What is known of the backups. Throws when the place does not answer. */
export const backupReader = (deps: Deps) =>
  askSeldom(
    deps.clock,
    () => responseOf('the place of backups', () => readBackupState(deps)),
    askBackupsEveryMs,
  )

/** Why no backup is recent enough, or null. */
async function backupProblem(deps: Deps, read: () => Promise<BackupState | null>): Promise<string | null> {
  try {
    const state = await read()
    return state === null ? null : lateSentence(state)
  } catch (error) {
    deps.log.warn({ err: error }, 'the backups could not be read')
    return 'The backups at BACKUP_TO cannot be read.'
  }
}

/** A standby that is so far behind is seldom used. */
const lateStandbySeconds = 60

/** Why reads do not go to the standby, or null. */
export function standbyProblem(state: StandbyState | null): string | null {
  if (state === null || state.problem !== null) return state?.problem ?? null
  const { lagSeconds } = state
  return lagSeconds !== null && lagSeconds > lateStandbySeconds
    ? `The standby is ${Math.round(lagSeconds)} seconds behind, so the primary reads.`
    : null
}

async function requireMigrations(deps: Deps): Promise<void> {
  const [missing] = await missingMigrations(deps.database.kysely)
  if (missing !== undefined) throw new Error(`Migration ${missing} has not run`)
}

/** Checks of the server's dependencies, limited so that calls of the health routes put no load on them. */
export function dependencyChecks(deps: Deps, readBackups: () => Promise<BackupState | null>) {
  const check = (name: string, ping: () => Promise<void>) =>
    askSeldom(deps.clock, () => stateOf(deps, name, ping))
  return {
    database: check('database', () => deps.database.ping()),
    disk: check('disk', () => requireWritableDisk(deps)),
    outgoingMail: askSeldom(deps.clock, () => outgoingMail(deps)),
    backups: askSeldom(deps.clock, () => backupProblem(deps, readBackups)),
    standby: askSeldom(deps.clock, async () => (await deps.standby?.state()) ?? null),
    store: check('store', () => deps.store.ping()),
    mail: check('mail', () => deps.mail.ping()),
    scanner: check('scanner', () => deps.scanner.ping()),
    migrations: check('migrations', () => requireMigrations(deps)),
  }
}
