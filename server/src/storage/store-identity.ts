import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { FileStore, StoreMark } from '#features/files/file-store.ts'
import { StartRefusal } from '#environment/start-refusal.ts'
import type { Deps } from '../deps.ts'

export type StoreDeps = Pick<Deps, 'database' | 'store' | 'clock' | 'ids' | 'log'>

/** What speaks against sweeping a store. */
export class SweepRefusal extends Error {
  /**
   * `foreign`: the store is not this database's. `restored`: the database is older than the store. `large`: a
   * sweep would take too much.
   */
  readonly reason: 'foreign' | 'restored' | 'large'
  constructor(reason: SweepRefusal['reason'], sentence: string) {
    super(sentence)
    this.name = 'SweepRefusal'
    this.reason = reason
  }
}

export const adoptSentence = 'Start once with ADOPT_STORE=1 if they belong together.'

async function isEmpty(store: FileStore): Promise<boolean> {
  for await (const _ of store.list()) return false
  return true
}

/**
 * Makes a store one of this database's. Its mark is written before the row is committed: a row without a mark
 * would forbid every start.
 */
async function register(
  { store, clock }: StoreDeps,
  trx: Transaction<Tables>,
  mark: StoreMark,
): Promise<void> {
  await trx
    .insertInto('file_stores')
    .values({ ...mark, made_at: clock.now(), problem: null, sweeping_until: null, is_confirmed: false })
    .execute()
  await store.writeMark(mark)
}

/**
 * Runs `work` while no other server reads or writes the mark: a bucket may break off an answer whose object
 * is being replaced.
 */
async function withMarkLock<Result>(
  { database }: StoreDeps,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('file stores', 0))`.execute(trx)
    return work(trx)
  })
}

async function match(deps: StoreDeps, trx: Transaction<Tables>, isAdopted: boolean): Promise<string> {
  const { store } = deps
  const mark = await store.readMark()
  const known = await trx.selectFrom('file_stores').select(['id', 'generation']).execute()
  const own = mark === null ? undefined : known.find(({ id }) => id === mark.id)
  if (mark === null) {
    // An empty store has nothing to lose: it is new, as that of a further server.
    if (known.length > 0 && !isAdopted && !(await isEmpty(store))) {
      throw new SweepRefusal(
        'foreign',
        `The file store has no mark of this database, which has another store. ${adoptSentence}`,
      )
    }
    const fresh = { id: deps.ids.token(16), generation: 0 }
    await register(deps, trx, fresh)
    return fresh.id
  }
  if (own === undefined) {
    if (!isAdopted)
      throw new SweepRefusal('foreign', `The file store belongs to another database. ${adoptSentence}`)
    await register(deps, trx, mark)
  } else if (mark.generation > own.generation) {
    if (!isAdopted) {
      throw new SweepRefusal(
        'restored',
        `The database is older than its file store, so it was restored from a backup. Start once with ADOPT_STORE=1 when every file that is needed is there again.`,
      )
    }
    await trx
      .updateTable('file_stores')
      .set({ generation: mark.generation })
      .where('id', '=', mark.id)
      .execute()
  }
  if (isAdopted)
    await trx
      .updateTable('file_stores')
      .set({ is_confirmed: true, problem: null })
      .where('id', '=', mark.id)
      .execute()
  return mark.id
}

/**
 * The id under which this database knows its file store; a store that is new gets one. Throws SweepRefusal
 * where store and database do not belong together, unless an administrator says they do (`isAdopted`).
 * Source: decision 0043.
 */
export async function matchStore(deps: StoreDeps, isAdopted = false): Promise<string> {
  return withMarkLock(deps, (trx) => match(deps, trx, isAdopted))
}

/** Longer than any sweep takes. */
const maxSweepMs = 6 * 60 * 60_000

export interface SweepClaim {
  id: string
  /** The next sweep may take whatever it finds. */
  isConfirmed: boolean
}

/** The right to sweep, which one server at a time has; null while another has it. Throws SweepRefusal. */
export async function claimSweep(deps: StoreDeps): Promise<SweepClaim | null> {
  const id = await matchStore(deps).catch(async (error: unknown) => {
    if (error instanceof SweepRefusal)
      await deps.database.kysely.updateTable('file_stores').set({ problem: error.message }).execute()
    throw error
  })
  const now = deps.clock.now()
  const claimed = await deps.database.kysely
    .updateTable('file_stores')
    .set((expression) => ({
      sweeping_until: new Date(now.getTime() + maxSweepMs),
      generation: expression('generation', '+', 1),
    }))
    .where('id', '=', id)
    .where((expression) =>
      expression.or([expression('sweeping_until', 'is', null), expression('sweeping_until', '<', now)]),
    )
    .returning(['generation', 'is_confirmed'])
    .executeTakeFirst()
  if (claimed === undefined) return null
  // After the commit: a mark that is newer than its row would read as a database that was restored.
  await withMarkLock(deps, () => deps.store.writeMark({ id, generation: claimed.generation }))
  return { id, isConfirmed: claimed.is_confirmed }
}

/** Gives the right back, with how the sweep went. What was confirmed is used up by a sweep that went well. */
export async function releaseSweep(
  { database }: Pick<Deps, 'database'>,
  id: string,
  problem: string | null,
): Promise<void> {
  const done = { sweeping_until: null, problem, ...(problem === null && { is_confirmed: false }) }
  await database.kysely.updateTable('file_stores').set(done).where('id', '=', id).execute()
}

/** Why nothing is swept, for health; null where all is well. */
export async function sweepProblem({ database }: Pick<Deps, 'database'>): Promise<string | null> {
  const rows = database.kysely.selectFrom('file_stores').select('problem').where('problem', 'is not', null)
  return (await rows.executeTakeFirst())?.problem ?? null
}

/** A sweep takes fewer than so many of what nobody owns, or at most this part of the store. */
const fewObjects = 20
const maxPart = 0.05

/** Throws where a sweep would take too much of a store for its reason to be everyday. */
export function requireSmallSweep(orphans: number, all: number): void {
  if (orphans <= fewObjects || orphans <= all * maxPart) return
  throw new SweepRefusal(
    'large',
    `${orphans} of ${all} stored files belong to no record, so none was removed: a wrong or restored database is likely. Start once with ADOPT_STORE=1 to let them go to the bin.`,
  )
}

/**
 * At the start: store and database belong together, or the start says how to go on. A store that does not
 * answer stops no start, and a restored database none either: then nothing is swept until it is confirmed.
 */
export async function checkStore(deps: StoreDeps, isAdopted: boolean): Promise<void> {
  try {
    await matchStore(deps, isAdopted)
  } catch (error) {
    if (error instanceof SweepRefusal && error.reason === 'foreign') throw new StartRefusal(error.message)
    if (error instanceof SweepRefusal) deps.log.error(`Files are not swept. ${error.message}`)
    else
      deps.log.warn(
        { err: error },
        'the file store could not be compared with the database; the first sweep does it',
      )
  }
}
