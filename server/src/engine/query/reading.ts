import { Refusal, addDays, dayIn, initialTimeZone, startOfDay } from '@portal/contract'
import type { Actor, LocalDate, TimeZone } from '@portal/contract'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { EngineDeps } from '../deps.ts'
import { parseRows } from '#platform/database/parse-rows.ts'
import type { RecordReader } from '#platform/database/standby.ts'
import type { PendingSession } from '#platform/sessions/pending-session.ts'

/**
 * The parts of the server that the record engine needs; `pendingSession` if the request starts before its
 * session is read.
 */
export type RecordDeps = Pick<
  EngineDeps,
  | 'database'
  | 'clock'
  | 'ids'
  | 'statusMap'
  | 'requirements'
  | 'permitLibrary'
  | 'counts'
  | 'runningCounts'
  | 'runningReads'
  | 'runningPages'
  | 'anchors'
  | 'postings'
  | 'writes'
  | 'audit'
  | 'memory'
> & {
  pendingSession?: PendingSession
  /** Reads on the standby, for a request that only reads; absent = on the primary. */
  reader?: RecordReader | undefined
  /** Aborts when nobody waits for the answer any more. Searches and counts end then. */
  signal?: AbortSignal
}

type Reading = Pick<RecordDeps, 'database' | 'reader' | 'signal'> & Partial<Pick<RecordDeps, 'runningReads'>>

interface Day {
  date: LocalDate
  fromMs: number
  untilMs: number
}

/** The last computed date of each time zone; there are only a few hundred zones. */
const lastDays = new Map<TimeZone, Day>()

/** The current date of a user, in their time zone. */
export function todayOf(
  { clock }: Pick<EngineDeps, 'clock'>,
  { timeZone = initialTimeZone }: Pick<Actor, 'timeZone'>,
): LocalDate {
  const now = clock.now()
  const nowMs = now.getTime()
  const last = lastDays.get(timeZone)
  if (last !== undefined && nowMs >= last.fromMs && nowMs < last.untilMs) return last.date
  const date = dayIn(timeZone, now)
  lastDays.set(timeZone, {
    date,
    fromMs: startOfDay(timeZone, date).getTime(),
    untilMs: startOfDay(timeZone, addDays(date, 1)).getTime(),
  })
  return date
}

const queryCanceled = '57014'

/** Is it a PostgreSQL error with that code (SQLSTATE)? */
export function isDatabaseError(
  error: unknown,
  code: string,
): error is Error & { code: string; constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === code
}

const tooLate = () => new Refusal('unavailable', 'This is taking too long. Add a filter or try again later.')

/** The 503 for a statement that exceeded its time limit; null for other errors. */
export function timeoutProblem(error: unknown): Refusal | null {
  return isDatabaseError(error, queryCanceled) ? tooLate() : null
}

/** Waits for reads, with 503 if they exceed their time limit or if nobody waits for them any more. */
export async function refuseLate<Result>(
  signal: AbortSignal | undefined,
  reads: () => Promise<Result>,
): Promise<Result> {
  try {
    return await reads()
  } catch (error) {
    if (signal?.aborted === true) throw tooLate()
    throw timeoutProblem(error) ?? error
  }
}

/** The pool that runs a statement: that of pages, of searches, or of counts and exports. */
export type StatementPool = 'fast' | 'search' | 'slow'
const methods = { search: 'searchQuery', slow: 'slowQuery' } as const

/**
 * Runs a query as a prepared statement named by its text, in the given pool. Its rows are checked by the
 * schema. Throws 503 if it exceeds its time limit, or if nobody waits for it any more. Callers who ask for
 * the same slow read at once share it, so that they do not hold all connections; a standby serves each by
 * itself. Source: docs/decisions/0184-equal-questions-at-once.md
 */
export function ask<Row>(
  { database, reader = database, signal, runningReads }: Reading,
  text: string,
  values: readonly unknown[],
  row: z.ZodType<Row>,
  pool: StatementPool = 'fast',
): Promise<Row[]> {
  return refuseLate(signal, async () => {
    if (pool === 'fast') return reader.query(text, values, row)
    if (pool === 'search' || runningReads === undefined || reader !== database)
      return reader[methods[pool]](text, values, row, signal)
    const start = (until: AbortSignal) => database.slowQuery(text, values, z.unknown(), until)
    const rows = await runningReads.runNext(JSON.stringify([text, values]), start, signal)
    return parseRows(row, rows)
  })
}

/** Compiles a query and runs it like `ask`. */
export function read<Row>(
  deps: Reading,
  statement: RawBuilder<unknown>,
  row: z.ZodType<Row>,
  pool: StatementPool = 'fast',
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(deps.database.kysely)
  return ask(deps, text, parameters, row, pool)
}
