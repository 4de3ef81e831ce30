import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * The one door to PostgreSQL, whichever of the three stands behind it: the embedded server, a server by
 * DATABASE_URL, or PGlite. Values read: bigint as number, date as `YYYY-MM-DD` text, timestamptz as Date,
 * json parsed, numeric as text. A list written to a jsonb column must be JSON text: the driver writes a
 * JavaScript array as a PostgreSQL array.
 */
export interface Database {
  kind: 'embedded' | 'server' | 'pglite'
  kysely: Kysely<Tables>
  /**
   * Runs a statement outside transactions, prepared under a name made from its text, so that PostgreSQL plans
   * it once a connection.
   */
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** The same inside a transaction. */
  queryIn<Row>(trx: Transaction<Tables>, text: string, values: readonly unknown[]): Promise<Row[]>
  /**
   * As `query`, on the small pool kept for counts and exports with its own statement timeout, so that they
   * never starve the pages.
   */
  slowQuery<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /**
   * Hears `pg_notify(channel, ...)` from any server on this database until the answered function is called.
   * Messages during a reconnect are lost; tail a table by id.
   */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Runs statements in one transaction as a role that may make roles; absent where the portal has only its
   * own login.
   */
  administer?(statements: readonly string[]): Promise<void>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
