import { Refusal, addDays, dayIn, initialTimeZone, startOfDay } from '@portal/contract'
import type { Actor, LocalDate, TimeZone } from '@portal/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'
import type { PendingSession } from './pending-session.ts'

/**
 * What the record engine needs of the server; `pendingSession` where it begins before the session is read.
 */
export type RecordDeps = Pick<Deps, 'database' | 'clock' | 'ids'> & { pendingSession?: PendingSession }

interface Day {
  date: LocalDate
  fromMs: number
  untilMs: number
}

/** The day it was last in each zone: there are some hundred of them. */
const lastDays = new Map<TimeZone, Day>()

/** The day that counts as today for somebody, in their zone. */
export function todayOf(
  { clock }: Pick<Deps, 'clock'>,
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

/** Is it PostgreSQL's error of that code (SQLSTATE)? */
export function isDatabaseError(
  error: unknown,
  code: string,
): error is Error & { code: string; constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What a caller is told of a statement that ran into its time limit; null for other errors. */
export function timeoutProblem(error: unknown): Refusal | null {
  if (!isDatabaseError(error, queryCanceled)) return null
  return new Refusal(
    'unavailable',
    'This takes too long at the moment: ask for less, for example by a filter, or try again later.',
  )
}

/**
 * Sends a reading statement under a name made from its text, on the pool of counts where it may be slow. Past
 * its time limit it is 503 with a sentence.
 */
export async function ask<Row>(
  { database }: Pick<Deps, 'database'>,
  text: string,
  values: readonly unknown[],
  pool: 'fast' | 'slow' = 'fast',
): Promise<Row[]> {
  try {
    return await (pool === 'fast' ? database.query<Row>(text, values) : database.slowQuery<Row>(text, values))
  } catch (error) {
    if (isDatabaseError(error, queryCanceled))
      throw new Refusal('unavailable', 'This is taking too long. Add a filter or try again later.')
    throw error
  }
}

/** The same for a statement that is still to be compiled. */
export function read<Row>(
  { database }: Pick<Deps, 'database'>,
  statement: RawBuilder<unknown>,
  pool: 'fast' | 'slow' = 'fast',
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(database.kysely)
  return ask<Row>({ database }, text, parameters, pool)
}
