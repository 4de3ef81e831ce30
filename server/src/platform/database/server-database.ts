import { z } from 'zod'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { StatementObserver } from '#platform/tracing/tracing.ts'
import type { Database } from './database.ts'
import { createListener } from './listener.ts'
import { createPgDatabase, createPool } from './pg-database.ts'
import { StatementNames } from './statement-names.ts'

const pageConnections = 12
/** Counts and exports get few connections of their own, so that they do not delay pages. */
const slowConnections = 3
/**
 * Searches for common words read many rows. Beyond these connections they wait for each other, not pages for
 * them.
 */
const searchConnections = 3
/** The pools, and the connection for notifications. */
export const connectionsPerServer = pageConnections + searchConnections + slowConnections + 1

/**
 * Statement timeouts. A statement that takes longer is canceled and answered with 503. Migrations and seeds
 * disable the timeout for themselves.
 */
export interface TimeLimits {
  pageMs: number
  slowMs: number
  /** Maximum wait for a free connection. */
  connectMs: number
  /** Maximum wait for the answer to a statement, for a server that may vanish; absent = no limit. */
  answerMs?: number
}
const defaultLimits: TimeLimits = { pageMs: 30_000, slowMs: 60_000, connectMs: 10_000 }

/** The primary runs again what takes longer on a standby, or what a standby does not answer. */
const standbyLimits: TimeLimits = { pageMs: 5_000, slowMs: 5_000, connectMs: 1_000, answerMs: 6_000 }

const minMajor = 15

export interface PooledOptions {
  kind: 'embedded' | 'server'
  connection: pg.ClientConfig
  log: Logger
  closeServer(): Promise<void>
  onStatement?: StatementObserver | undefined
  limits?: TimeLimits
}

/** A PostgreSQL server with two pools and a connection for notifications. */
export function createPooledDatabase({
  kind,
  connection,
  log,
  closeServer,
  onStatement,
  limits = defaultLimits,
}: PooledOptions): Database {
  const names = new StatementNames()
  const onLost = (error: Error) => log.warn({ reason: error.message }, 'database connection lost')
  // Keepalive for idle connections, which a firewall may otherwise drop.
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }
  const shared = {
    ...connection,
    ...alive,
    names,
    onLost,
    connectionTimeoutMillis: limits.connectMs,
    ...(limits.answerMs !== undefined && { query_timeout: limits.answerMs }),
  }
  // The connections of pages stay open, because each holds the plans of its prepared statements. A new
  // connection has to plan them again.
  const pool = createPool({
    ...shared,
    max: pageConnections,
    idleTimeoutMillis: 0,
    statement_timeout: limits.pageMs,
  })
  const slowPool = createPool({
    ...shared,
    max: slowConnections,
    idleTimeoutMillis: 30_000,
    statement_timeout: limits.slowMs,
  })
  // How many rows a search finds depends on its words. A plan for any words would walk a whole list for a
  // rare
  // one and sort a whole table for a common one, so every search is planned for its own words.
  const searchPool = createPool({
    ...shared,
    max: searchConnections,
    options: '-c plan_cache_mode=force_custom_plan',
    idleTimeoutMillis: 0,
    statement_timeout: limits.pageMs,
  })
  const listener = createListener(async () => {
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      application_name: 'permit-portal listener',
    })
    await client.connect()
    return client
  }, onLost)
  return createPgDatabase({ kind, pool, slowPool, searchPool, listener, names, onStatement, closeServer })
}

/** A standby given by DATABASE_READ_URL. It may be down at the start and later. */
export function openStandbyDatabase(url: string, log: Logger, onStatement?: StatementObserver): Database {
  return createPooledDatabase({
    kind: 'server',
    connection: { connectionString: url },
    log,
    onStatement,
    limits: standbyLimits,
    closeServer: async () => undefined,
  })
}

/**
 * Throws a StartRefusal for a server that is too old; `version` is PostgreSQL's version number, such as
 * 150018.
 */
export function requirePostgresVersion(version: number): void {
  const major = Math.floor(version / 10_000)
  if (major < minMajor)
    throw new StartRefusal(
      `DATABASE_URL leads to PostgreSQL ${major}: the portal needs ${minMajor} or newer.`,
    )
}

/**
 * Throws a StartRefusal for a database that cannot fold case like the server: one in an encoding other than
 * UTF-8, or one before version 18 that was built without ICU. Source: decision 0050.
 */
export function requireFolding(encoding: string, canFold: boolean): void {
  if (encoding !== 'UTF8')
    throw new StartRefusal(`DATABASE_URL leads to a database in ${encoding}: make one with ENCODING 'UTF8'.`)
  if (!canFold)
    throw new StartRefusal(
      'DATABASE_URL leads to a PostgreSQL without ICU: the portal needs a build with ICU, or version 18 or newer.',
    )
}

/** The address without the password, for messages. */
function withoutPassword(url: string): string {
  const address = new URL(url)
  return `${address.hostname}:${address.port || '5432'}${address.pathname}`
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/**
 * A PostgreSQL server given by DATABASE_URL. Throws a StartRefusal when it cannot be reached, is older than
 * 15, cannot fold case like the portal, or lacks the extensions.
 */
export async function openServer(
  url: string,
  log: Logger,
  onStatement?: StatementObserver,
): Promise<Database> {
  const database = createPooledDatabase({
    kind: 'server',
    connection: { connectionString: url },
    log,
    onStatement,
    closeServer: async () => undefined,
  })
  try {
    const [row] = await database.query(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        (select count(*) from pg_collation where collname in ('und-x-icu', 'pg_unicode_fast'))::int as collations`,
      [],
      z.object({ version: z.number(), encoding: z.string(), collations: z.number() }),
    )
    requirePostgresVersion(row?.version ?? 0)
    requireFolding(row?.encoding ?? '', (row?.collations ?? 0) > 0)
    await database.query('create extension if not exists pg_trgm', [])
    await database.query('create extension if not exists unaccent', [])
    return database
  } catch (error) {
    await database.close()
    if (error instanceof StartRefusal) throw error
    if (error instanceof pg.DatabaseError && error.code === '42501') {
      throw new StartRefusal(
        `DATABASE_URL: the role may not create the extensions pg_trgm and unaccent: create them in ${withoutPassword(url)} as its owner.`,
      )
    }
    throw new StartRefusal(
      `DATABASE_URL: PostgreSQL at ${withoutPassword(url)} does not answer (${reasonOf(error)}): start it, or correct the address.`,
    )
  }
}
