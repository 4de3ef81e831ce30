import { missingMigrations } from '#platform/database/migrate.ts'
import type { Clock } from '#platform/clock.ts'
import { mailProblem } from '#mail/outbox/mail-queue.ts'
import { requireWritableDisk } from '#platform/storage/disk-space.ts'
import type { Deps } from '../deps.ts'

const answerWithinMs = 3_000
/** More frequent calls get the previous result. */
const askEveryMs = 10_000

/** `ok`, or `down` if the dependency does not respond in time. */
async function stateOf(deps: Deps, name: string, ping: () => Promise<void>): Promise<'ok' | 'down'> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${name} did not answer within ${answerWithinMs} ms`)),
    answerWithinMs,
  )
  try {
    await Promise.race([ping(), late.promise])
    return 'ok'
  } catch (error) {
    deps.log.warn({ err: error }, `${name} is down`)
    return 'down'
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a check at most once in ten seconds and shares its result between all callers. */
export function askSeldom<Answer>(clock: Clock, ask: () => Promise<Answer>): () => Promise<Answer> {
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

async function requireMigrations(deps: Deps): Promise<void> {
  const [missing] = await missingMigrations(deps.database.kysely)
  if (missing !== undefined) throw new Error(`Migration ${missing} has not run`)
}

/** Checks of the server's dependencies, limited so that calls of the health routes put no load on them. */
export function dependencyChecks(deps: Deps) {
  const check = (name: string, ping: () => Promise<void>) =>
    askSeldom(deps.clock, () => stateOf(deps, name, ping))
  return {
    database: check('database', () => deps.database.ping()),
    disk: check('disk', () => requireWritableDisk(deps)),
    outgoingMail: askSeldom(deps.clock, () => outgoingMail(deps)),
    store: check('store', () => deps.store.ping()),
    mail: check('mail', () => deps.mail.ping()),
    scanner: check('scanner', () => deps.scanner.ping()),
    migrations: check('migrations', () => requireMigrations(deps)),
  }
}
