import pg from 'pg'
import type { Logger } from 'pino'
import { StartRefusal } from '#environment/start-refusal.ts'
import type { Database } from './database.ts'
import { createListener } from './listener.ts'
import { createPgDatabase, createPool } from './pg-database.ts'
import { StatementNames } from './statement-names.ts'

const pageConnections = 12
/** Counts and exports wait for each other rather than for pages. */
const slowConnections = 3

/**
 * How long is too long: what takes longer answers 503 rather than hold a connection. Migrations and seeds
 * lift it for themselves.
 */
export interface TimeLimits {
  pageMs: number
  slowMs: number
  /** Wait for a connection to come free. */
  connectMs: number
}
const defaultLimits: TimeLimits = { pageMs: 30_000, slowMs: 60_000, connectMs: 10_000 }

const minMajor = 15

export interface PooledOptions {
  kind: 'embedded' | 'server'
  connection: pg.ClientConfig
  log: Logger
  closeServer(): Promise<void>
  limits?: TimeLimits
}

/** A PostgreSQL server behind two pools and a listening connection. */
export function createPooledDatabase({
  kind,
  connection,
  log,
  closeServer,
  limits = defaultLimits,
}: PooledOptions): Database {
  const names = new StatementNames()
  const onLost = (error: Error) => log.warn({ reason: error.message }, 'database connection lost')
  // A connection nobody uses is looked after, since a firewall on the way may have dropped it.
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }
  const shared = { ...connection, ...alive, names, onLost, connectionTimeoutMillis: limits.connectMs }
  // Those of pages stay open: each knows the plans of what it was asked, and a new one would have to learn
  // them.
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
  const listener = createListener(async () => {
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      application_name: 'permit-portal listener',
    })
    await client.connect()
    return client
  }, onLost)
  return createPgDatabase({ kind, pool, slowPool, listener, names, closeServer })
}

/** Refuses a server that is too old; `version` is PostgreSQL's own number, such as 150018. */
export function requirePostgresVersion(version: number): void {
  const major = Math.floor(version / 10_000)
  if (major < minMajor)
    throw new StartRefusal(
      `DATABASE_URL leads to PostgreSQL ${major}: the portal needs ${minMajor} or newer.`,
    )
}

/**
 * Refuses a database that cannot fold case as the server does: in another encoding than UTF-8, or before 18
 * built without ICU. Source: decision 0050.
 */
export function requireFolding(encoding: string, canFold: boolean): void {
  if (encoding !== 'UTF8')
    throw new StartRefusal(`DATABASE_URL leads to a database in ${encoding}: make one with ENCODING 'UTF8'.`)
  if (!canFold)
    throw new StartRefusal(
      'DATABASE_URL leads to a PostgreSQL without ICU: the portal needs a build with ICU, or version 18 or newer.',
    )
}

/** Address without its password, for a sentence on the screen. */
function withoutPassword(url: string): string {
  const address = new URL(url)
  return `${address.hostname}:${address.port || '5432'}${address.pathname}`
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/**
 * A PostgreSQL somebody else runs. Throws a StartRefusal when it cannot be reached, is older than 15, folds
 * no case as the portal does or lacks the extensions.
 */
export async function openServer(url: string, log: Logger): Promise<Database> {
  const database = createPooledDatabase({
    kind: 'server',
    connection: { connectionString: url },
    log,
    closeServer: async () => undefined,
  })
  try {
    const [row] = await database.query<{ version: number; encoding: string; collations: number }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        (select count(*) from pg_collation where collname in ('und-x-icu', 'pg_unicode_fast'))::int as collations`,
      [],
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
