import { Refusal } from '@portal/contract'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import { queryUntilAborted } from './cancelable.ts'
import type { Database, PoolUse, RunCancelableStatement } from './database.ts'
import type { DatabaseListener } from './listener.ts'
import { parseRows } from './parse-rows.ts'
import type { StatementObserver } from '#platform/tracing/tracing.ts'
import { valueTypes } from './pg-values.ts'
import { mapConnectionErrors, normalizeDatabaseError } from './unavailable.ts'
import type { StatementNames } from './statement-names.ts'
import type { Tables } from './tables.ts'

export interface PgDatabaseParts {
  kind: Database['kind']
  pool: pg.Pool
  /** Pool for counts and exports. The same pool as `pool` where the database has only one session. */
  slowPool: pg.Pool
  /** Pool for searches. The same pool as `pool` where the database has only one session. */
  searchPool: pg.Pool
  listener: DatabaseListener
  names: StatementNames
  /** Called after each statement outside migrations; absent when nobody observes. */
  onStatement?: StatementObserver | undefined
  /** Ends the server of the pools, after they are closed. */
  closeServer(): Promise<void>
}

/**
 * Runs every statement whose text has a name as a prepared statement, including those of Kysely's
 * transactions.
 */
function sendNamed(client: pg.PoolClient, names: StatementNames): void {
  const send = client.query
  Reflect.set(client, 'query', (first: unknown, ...rest: unknown[]): unknown => {
    const [values, callback] = rest
    const isPlain = typeof first === 'string' && Array.isArray(values)
    const name = isPlain ? names.find(first) : undefined
    if (!isPlain || name === undefined) {
      const sent = Reflect.apply<unknown, unknown[], unknown>(send, client, [first, ...rest])
      return sent instanceof Promise ? mapConnectionErrors(() => sent) : sent
    }
    // The driver sends a Query object as it is. It would first copy a configuration object, which takes
    // longer than everything else it does.
    const query = Object.assign(new pg.Query(first, values), { name })
    const submit = (done: unknown): unknown => Reflect.apply(send, client, [query, done])
    if (callback !== undefined) return submit(callback)
    return new Promise((resolve, reject) => {
      submit((error: Error | null | undefined, result: unknown) =>
        error ? reject(normalizeDatabaseError(error)) : resolve(result),
      )
    })
  })
}

export interface PoolOptions extends pg.PoolConfig {
  names: StatementNames
  /** Called for lost connections, idle or in use. */
  onLost: (error: Error) => void
}

/** A pool with the value types and statement names of the portal. */
export function createPool({ names, onLost, ...config }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ types: valueTypes, application_name: 'permit-portal', ...config })
  pool.on('connect', (client) => {
    sendNamed(client, names)
    // The pool listens to idle connections only. Without this, the loss of a connection in use, when
    // PostgreSQL restarts within a transaction, would end the process. The statement fails by itself.
    // While the pool closes, PostgreSQL may end connections first; that is no loss.
    client.on('error', (error) => {
      if (!pool.ending) onLost(error)
    })
  })
  // The pool repeats the errors of idle connections, which are reported above.
  pool.on('error', () => undefined)
  return pool
}

const stopping = new Refusal('unavailable', 'The server is stopping. Try again in a few seconds.')

const checked = (rows: unknown[], row: z.ZodType | undefined) =>
  row === undefined ? rows : parseRows(row, rows)
function toPoolUse(name: PoolUse['name'], pool: pg.Pool): PoolUse {
  const { options, totalCount: open, idleCount: idle, waitingCount: waiting } = pool
  return { name, max: options.max, open, idle, waiting }
}

type Observed = <Result>(text: string, send: () => Promise<Result>) => Promise<Result>

/** Runs statements and tells the observer, if there is one. */
function observing(onStatement: StatementObserver | undefined): Observed {
  if (onStatement === undefined) return (_text, send) => send()
  return async (text, send) => {
    const beganMs = performance.now()
    const tell = (error: unknown) => onStatement({ text, durationMs: performance.now() - beganMs, error })
    try {
      const result = await send()
      tell(undefined)
      return result
    } catch (error) {
      tell(error)
      throw error
    }
  }
}

/** The database on pools of the `pg` driver, used for all three kinds. */
export function createPgDatabase(parts: PgDatabaseParts): Database {
  const { pool, slowPool, searchPool, names, listener, onStatement } = parts
  const reached = {
    options: pool.options,
    connect: () => mapConnectionErrors(() => pool.connect()),
    end: () => pool.end(),
  }
  const dialect = new PostgresDialect({ pool: reached })
  const kysely = new Kysely<Tables>({
    dialect,
    ...(onStatement !== undefined && {
      log: (event) =>
        onStatement({
          text: event.query.sql,
          durationMs: event.queryDurationMillis,
          error: event.level === 'error' ? event.error : undefined,
        }),
    }),
  })
  const observed = observing(onStatement)

  function query(text: string, values: readonly unknown[]): Promise<unknown[]>
  function query<Row>(text: string, values: readonly unknown[], row: z.ZodType<Row>): Promise<Row[]>
  async function query(text: string, values: readonly unknown[], row?: z.ZodType): Promise<unknown[]> {
    names.offer(text)
    const sent = observed(text, () => pool.query<pg.QueryResultRow>(text, [...values]))
    const { rows } = await sent.catch((error: unknown) => {
      throw normalizeDatabaseError(error)
    })
    return checked(rows, row)
  }

  function queryIn(trx: Kysely<Tables>, text: string, values: readonly unknown[]): Promise<unknown[]>
  function queryIn<Row>(
    trx: Kysely<Tables>,
    text: string,
    values: readonly unknown[],
    row: z.ZodType<Row>,
  ): Promise<Row[]>
  async function queryIn(
    trx: Kysely<Tables>,
    text: string,
    values: readonly unknown[],
    row?: z.ZodType,
  ): Promise<unknown[]> {
    names.offer(text)
    const statement = CompiledQuery.raw(text, [...values])
    return checked((await mapConnectionErrors(() => trx.executeQuery(statement))).rows, row)
  }

  const stopped = new AbortController()

  /** Runs statements on one of the small pools. */
  function runOn(small: pg.Pool): RunCancelableStatement {
    function run(text: string, values: readonly unknown[]): Promise<unknown[]>
    function run<Row>(
      text: string,
      values: readonly unknown[],
      row: z.ZodType<Row>,
      signal?: AbortSignal,
    ): Promise<Row[]>
    async function run(
      text: string,
      values: readonly unknown[],
      row?: z.ZodType,
      signal?: AbortSignal,
    ): Promise<unknown[]> {
      names.offer(text)
      const signals = signal === undefined ? [stopped.signal] : [signal, stopped.signal]
      const send = () => observed(text, () => queryUntilAborted(small, pool, text, values, signals))
      return checked((await mapConnectionErrors(send)).rows, row)
    }
    return run
  }
  const small = [slowPool, searchPool].filter((each) => each !== pool)

  return {
    kind: parts.kind,
    kysely,
    query,
    queryIn,
    slowQuery: runOn(slowPool),
    searchQuery: runOn(searchPool),
    listen: (channel, onMessage) => listener.listen(channel, onMessage),
    pools: () => [
      toPoolUse('pages', pool),
      ...(slowPool === pool ? [] : [toPoolUse('slow', slowPool)]),
      ...(searchPool === pool ? [] : [toPoolUse('search', searchPool)]),
    ],
    cancelSlow: () => stopped.abort(stopping),
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      await listener.close()
      await Promise.all(small.map((each) => each.end()))
      if (!pool.ended && !pool.ending) await pool.end()
      await parts.closeServer()
    },
  }
}
