import { Refusal } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'

/** What the record engine needs of the server. */
export type RecordDeps = Pick<Deps, 'database' | 'clock' | 'ids'>

/** The day that counts as today, in UTC as all moments are kept. */
export function todayOf({ clock }: Pick<Deps, 'clock'>): LocalDate {
  return clock.now().toISOString().slice(0, 10)
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

/**
 * Runs a reading statement under a name made from its text. `slow` statements run on the pool of counts. A statement that ran into
 * its time limit is 503 with a sentence.
 */
export async function read<Row>(
  { database }: Pick<Deps, 'database'>,
  statement: RawBuilder<unknown>,
  pool: 'fast' | 'slow' = 'fast',
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(database.kysely)
  try {
    return await (pool === 'fast' ? database.named<Row>(text, parameters) : database.slow<Row>(text, parameters))
  } catch (error) {
    if (isDatabaseError(error, queryCanceled))
      throw new Refusal('unavailable', 'This question takes too long: narrow it with a filter, or ask again later.')
    throw error
  }
}
