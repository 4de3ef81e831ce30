import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'

/** The driver knows the process of a connection, but its types do not. */
const Connected = z.object({ processID: z.number() })

/** How long after a request to cancel the next one follows, in milliseconds: twice as long each time. */
const firstPauseMs = 10
const maxPauseMs = 1_000

/**
 * Cancels what runs on a connection until `isEnded`. PostgreSQL ignores a request that arrives while it waits
 * for the statement or for a part of it, so one request may be lost.
 */
async function cancelUntilEnded(
  client: pg.PoolClient,
  others: pg.Pool,
  isEnded: () => boolean,
): Promise<void> {
  const { processID } = Connected.parse(client)
  for (let pauseMs = firstPauseMs; !isEnded(); pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    // Where it cannot be asked, the statement runs to its end or to its time limit.
    await others.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
    await wait(pauseMs)
  }
}

/**
 * Runs a statement until one of the signals aborts. A statement that waits for a connection is dropped. A
 * running one is canceled in PostgreSQL through `others`, a pool with free connections; where that is the
 * pool of the statement itself, it runs to its end. Throws the reason of the signal.
 */
export async function queryUntilAborted(
  pool: pg.Pool,
  others: pg.Pool,
  text: string,
  values: readonly unknown[],
  signals: readonly AbortSignal[],
): Promise<{ rows: unknown[] }> {
  for (const signal of signals) signal.throwIfAborted()
  const client = await pool.connect()
  if (signals.some((signal) => signal.aborted)) client.release()
  for (const signal of signals) signal.throwIfAborted()
  let isEnded = false
  let canceled: Promise<void> | undefined
  const cancel = () => {
    if (pool !== others) canceled ??= cancelUntilEnded(client, others, () => isEnded)
  }
  for (const signal of signals) signal.addEventListener('abort', cancel, { once: true })
  try {
    return await client.query<pg.QueryResultRow>(text, [...values])
  } catch (error) {
    for (const signal of signals) signal.throwIfAborted()
    throw error
  } finally {
    isEnded = true
    for (const signal of signals) signal.removeEventListener('abort', cancel)
    // The connection is given back only after the last request to cancel, and then closed: one that came late
    // would end the next statement.
    await canceled
    client.release(canceled !== undefined)
  }
}
