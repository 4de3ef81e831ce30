import type pg from 'pg'
import { z } from 'zod'

/** The driver knows the process of a connection, but its types do not. */
const Connected = z.object({ processID: z.number() })

/**
 * Runs a statement until `signal` aborts. A statement that waits for a connection is dropped. A running one
 * is canceled in PostgreSQL through `others`, a pool with free connections; where that is the pool of the
 * statement itself, it runs to its end. Throws the reason of the signal.
 */
export async function queryUntilAborted(
  pool: pg.Pool,
  others: pg.Pool,
  text: string,
  values: readonly unknown[],
  signal: AbortSignal,
): Promise<{ rows: unknown[] }> {
  signal.throwIfAborted()
  const client = await pool.connect()
  if (signal.aborted) {
    client.release()
    throw signal.reason
  }
  const canceling = Promise.withResolvers<void>()
  const cancel = () => {
    if (pool === others) return canceling.resolve()
    const { processID } = Connected.parse(client)
    const asked = others.query('select pg_cancel_backend($1)', [processID])
    // Where it cannot be asked, the statement runs to its end or to its time limit.
    asked.then(
      () => canceling.resolve(),
      () => canceling.resolve(),
    )
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await client.query<pg.QueryResultRow>(text, [...values])
  } finally {
    signal.removeEventListener('abort', cancel)
    // The connection is given back only after the request to cancel has been sent, and then closed: one that
    // came late would end the next statement.
    if (signal.aborted) await canceling.promise
    client.release(signal.aborted && pool !== others)
  }
}
