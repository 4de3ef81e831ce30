import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Tables } from './tables.ts'

/** Runs a statement. Its rows are checked by the schema; without one, nothing is known of them. */
export interface RunStatement {
  (text: string, values: readonly unknown[]): Promise<unknown[]>
  <Row>(text: string, values: readonly unknown[], row: z.ZodType<Row>): Promise<Row[]>
}

/** Runs a statement like `RunStatement`, until `signal` aborts; then it is canceled in PostgreSQL. */
export interface RunCancelableStatement {
  (text: string, values: readonly unknown[]): Promise<unknown[]>
  <Row>(text: string, values: readonly unknown[], row: z.ZodType<Row>, signal?: AbortSignal): Promise<Row[]>
}

/** Runs a statement inside a transaction, like `RunStatement`. */
export interface RunStatementIn {
  (trx: Transaction<Tables>, text: string, values: readonly unknown[]): Promise<unknown[]>
  <Row>(
    trx: Transaction<Tables>,
    text: string,
    values: readonly unknown[],
    row: z.ZodType<Row>,
  ): Promise<Row[]>
}

/** Use of a pool of connections. */
export interface PoolUse {
  /** `search` and `slow`: the small pools for searches, and for counts and exports. */
  name: 'pages' | 'search' | 'slow'
  max: number
  open: number
  idle: number
  /** Statements that wait for a connection. */
  waiting: number
}

/**
 * Access to PostgreSQL: the embedded server, a server given by DATABASE_URL, or PGlite. Values are read as:
 * bigint as number, date as `YYYY-MM-DD` text, timestamptz as Date, json parsed, numeric as text. A list
 * written to a jsonb column must be JSON text, because the driver writes a JavaScript array as a PostgreSQL
 * array.
 */
export interface Database {
  kind: 'embedded' | 'server' | 'pglite'
  kysely: Kysely<Tables>
  /**
   * Runs a statement outside a transaction. It is prepared under a name made from its text, so PostgreSQL
   * plans it once per connection.
   */
  query: RunStatement
  /** Runs a prepared statement inside a transaction. */
  queryIn: RunStatementIn
  /**
   * Like `query`, on the small pool for counts and exports, which has its own statement timeout. They never
   * take the connections of pages.
   */
  slowQuery: RunCancelableStatement
  /** Like `query`, on the small pool for searches, however many of them are asked at once. */
  searchQuery: RunCancelableStatement
  /**
   * Receives `pg_notify(channel, ...)` from any server on this database until the returned function is
   * called. Notifications sent during a reconnect are lost, so read the table by id as well.
   */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Runs statements in one transaction as a role that may create roles. Absent where the portal has only its
   * own login.
   */
  administer?(statements: readonly string[]): Promise<void>
  /** Current use of the pools. A database with one session has one pool. */
  pools(): readonly PoolUse[]
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /**
   * Cancels the statements of the small pools, and refuses those to come: the server is about to end. Where
   * the database has one session, a running statement runs to its end.
   */
  cancelSlow(): void
  close(): Promise<void>
}
