import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import type { DatabaseListener } from './listener.ts'
import { valueTypes } from './pg-values.ts'
import { mapConnectionErrors, normalizeDatabaseError } from './unavailable.ts'
import type { StatementNames } from './statement-names.ts'
import type { Tables } from './tables.ts'

export interface PgDatabaseParts {
  kind: Database['kind']
  pool: pg.Pool
  /** Pool for counts and exports; the same pool where there is one session only. */
  slowPool: pg.Pool
  listener: DatabaseListener
  names: StatementNames
  /** Ends what stands behind the pools, after they are closed. */
  closeServer(): Promise<void>
}

/** Lets every statement whose text has a name run prepared, whoever sends it: Kysely's transactions too. */
function sendNamed(client: pg.PoolClient, names: StatementNames): void {
  const send = client.query
  Reflect.set(client, 'query', (first: unknown, ...rest: unknown[]): unknown => {
    const [values, callback] = rest
    const isPlain = typeof first === 'string' && Array.isArray(values)
    const name = isPlain ? names.find(first) : undefined
    if (!isPlain || name === undefined)
      return Reflect.apply<unknown, unknown[], unknown>(send, client, [first, ...rest])
    // A query made here is sent as it is; a configuration the driver would copy first, which takes longer
    // than anything else it does.
    const query = Object.assign(new pg.Query(first, values), { name })
    const submit = (done: unknown): unknown => Reflect.apply(send, client, [query, done])
    if (callback !== undefined) return submit(callback)
    return new Promise((resolve, reject) => {
      submit((error: Error | null | undefined, result: unknown) => (error ? reject(error) : resolve(result)))
    })
  })
}

export interface PoolOptions extends pg.PoolConfig {
  names: StatementNames
  /** Hears errors of idle connections, which would otherwise end the process. */
  onLost: (error: Error) => void
}

/** A pool whose values and statement names are those of the portal. */
export function createPool({ names, onLost, ...config }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ types: valueTypes, application_name: 'permit-portal', ...config })
  pool.on('connect', (client) => sendNamed(client, names))
  // While it closes, connections may be ended from the other side first: nobody misses them.
  pool.on('error', (error) => {
    if (!pool.ending) onLost(error)
  })
  return pool
}

/** The database on a pool of the `pg` driver; all three kinds are made by this. */
export function createPgDatabase(parts: PgDatabaseParts): Database {
  const { pool, slowPool, names, listener } = parts
  const reached = {
    options: pool.options,
    connect: () => mapConnectionErrors(() => pool.connect()),
    end: () => pool.end(),
  }
  const dialect = new PostgresDialect({ pool: reached })
  const kysely = new Kysely<Tables>({ dialect })
  return {
    kind: parts.kind,
    kysely,
    async query<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
      names.offer(text)
      try {
        return (await pool.query<pg.QueryResultRow & Row>(text, [...values])).rows
      } catch (error) {
        throw normalizeDatabaseError(error)
      }
    },
    async queryIn<Row>(trx: Kysely<Tables>, text: string, values: readonly unknown[]): Promise<Row[]> {
      names.offer(text)
      const result = await mapConnectionErrors(() =>
        trx.executeQuery<Row>(CompiledQuery.raw(text, [...values])),
      )
      return result.rows
    },
    async slowQuery<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
      names.offer(text)
      const result = await mapConnectionErrors(() =>
        slowPool.query<pg.QueryResultRow & Row>(text, [...values]),
      )
      return result.rows
    },
    listen: (channel, onMessage) => listener.listen(channel, onMessage),
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      await listener.close()
      if (slowPool !== pool) await slowPool.end()
      if (!pool.ended && !pool.ending) await pool.end()
      await parts.closeServer()
    },
  }
}
