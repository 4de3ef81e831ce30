import { Refusal } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'

/** A question on board of a statement. */
export interface Boarded {
  /** A statement of at most one row. */
  question: RawBuilder<unknown>
  /** Takes its row as JSON, null for none. */
  arrive(row: unknown): void
  /** The statement did not bring it home. */
  miss(): void
}

/** Whoever calls while their session is still being read: their call goes by what is expected of them. */
export interface UnsettledCaller {
  /** The question who they are, for a statement to take along; null where it is under way already. */
  board(): Boarded | null
  /** Waits until the session bears out what was expected; throws where it does not. Whatever writes waits for this. */
  settle(): Promise<void>
}

/** What the record engine needs of the server; `caller` where it begins before the session is read. */
export type RecordDeps = Pick<Deps, 'database' | 'clock' | 'ids'> & { caller?: UnsettledCaller }

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

/** Runs a reading statement of at most one row, which takes the question for the caller's session along. */
export async function readRow<Row>(deps: Pick<RecordDeps, 'database' | 'caller'>, statement: RawBuilder<unknown>): Promise<Row | undefined> {
  const boarded = deps.caller?.board() ?? null
  if (boarded === null) return (await read<Row>(deps, statement))[0]
  let row: (Row & { caller: unknown }) | undefined
  try {
    const withCaller = sql`select a.*, (select row_to_json(q) from (${boarded.question}) q) as caller from (${statement}) a`
    row = (await read<Row & { caller: unknown }>(deps, withCaller))[0]
  } finally {
    if (row === undefined) boarded.miss()
  }
  if (row !== undefined) boarded.arrive(row.caller)
  return row
}
