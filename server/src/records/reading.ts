import { Refusal } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'
import type { UnsettledCaller } from './unsettled-caller.ts'

/** What the record engine needs of the server; `caller` where it begins before the session is read. */
export type RecordDeps = Pick<Deps, 'database' | 'clock' | 'ids'> & { caller?: UnsettledCaller }

const dayMs = 86_400_000
let lastDay: { number: number; date: LocalDate } | null = null

/** The day that counts as today, in UTC as all moments are kept. */
export function todayOf({ clock }: Pick<Deps, 'clock'>): LocalDate {
  const now = clock.now()
  const number = Math.floor(now.getTime() / dayMs)
  if (lastDay?.number !== number) lastDay = { number, date: now.toISOString().slice(0, 10) }
  return lastDay.date
}

const queryCanceled = '57014'

/** Is it PostgreSQL's error of that code (SQLSTATE)? */
export function isDatabaseError(error: unknown, code: string): error is Error & { code: string; constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What a caller is told of a statement that ran into its time limit; null for other errors. */
export function timeLimitRefusal(error: unknown): Refusal | null {
  if (!isDatabaseError(error, queryCanceled)) return null
  return new Refusal('unavailable', 'This takes too long at the moment: ask for less, for example by a filter, or try again later.')
}

/** Sends a reading statement under a name made from its text, on the pool of counts where it may be slow. Past its time limit it is 503 with a sentence. */
export async function ask<Row>(
  { database }: Pick<Deps, 'database'>,
  text: string,
  values: readonly unknown[],
  pool: 'fast' | 'slow' = 'fast',
): Promise<Row[]> {
  try {
    return await (pool === 'fast' ? database.named<Row>(text, values) : database.slow<Row>(text, values))
  } catch (error) {
    if (isDatabaseError(error, queryCanceled))
      throw new Refusal('unavailable', 'This question takes too long: narrow it with a filter, or ask again later.')
    throw error
  }
}

/** The same for a statement that is still to be compiled. */
export function read<Row>({ database }: Pick<Deps, 'database'>, statement: RawBuilder<unknown>, pool: 'fast' | 'slow' = 'fast'): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(database.kysely)
  return ask<Row>({ database }, text, parameters, pool)
}
