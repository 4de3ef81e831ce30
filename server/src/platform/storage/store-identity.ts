import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { FileStore, StoreMark } from './file-store.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { PlatformDeps } from '../deps.ts'

export type StoreDeps = Pick<PlatformDeps, 'database' | 'store' | 'clock' | 'ids' | 'log'>

/** The store cannot be swept; the message gives the reason. */
export class SweepRefusal extends Error {
  /**
   * `foreign`: the store belongs to another database. `restored`: the database is older than the store.
   * `large`: a sweep would remove too many files.
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
 * Registers a store for this database. The mark is written before the row is committed, because a row without
 * a mark would prevent every start.
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
 * Runs `work` while no other server reads or writes the mark. A bucket may abort a read while the object is
 * replaced.
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
    // An empty store is new, for example that of another server, so it can be registered.
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
 * The id of the file store in this database. A new store is registered. Throws SweepRefusal when store and
 * database do not belong together, unless an administrator confirmed that they do (`isAdopted`). Source:
 * decision 0043.
 */
export async function matchStore(deps: StoreDeps, isAdopted = false): Promise<string> {
  return withMarkLock(deps, (trx) => match(deps, trx, isAdopted))
}

/** Upper bound for the duration of a sweep. */
const maxSweepMs = 6 * 60 * 60_000

export interface SweepClaim {
  id: string
  /** The next sweep may remove any number of files. */
  isConfirmed: boolean
}

/**
 * Claims the sweep. One server sweeps at a time; returns null while another one does. Throws SweepRefusal.
 */
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
  // Written after the commit: a mark newer than its row would look like a restored database.
  await withMarkLock(deps, () => deps.store.writeMark({ id, generation: claimed.generation }))
  return { id, isConfirmed: claimed.is_confirmed }
}

/** Releases the sweep and saves its problem. A sweep without a problem uses up the confirmation. */
export async function releaseSweep(
  { database }: Pick<PlatformDeps, 'database'>,
  id: string,
  problem: string | null,
): Promise<void> {
  const done = { sweeping_until: null, problem, ...(problem === null && { is_confirmed: false }) }
  await database.kysely.updateTable('file_stores').set(done).where('id', '=', id).execute()
}

/** Why nothing is swept, for the health check; null when there is no problem. */
export async function sweepProblem({ database }: Pick<PlatformDeps, 'database'>): Promise<string | null> {
  const rows = database.kysely.selectFrom('file_stores').select('problem').where('problem', 'is not', null)
  return (await rows.executeTakeFirst())?.problem ?? null
}

/** A sweep removes at most this number of files without an owner, or at most this part of the store. */
const fewObjects = 20
const maxPart = 0.05

/** Throws when a sweep would remove more files than usual. */
export function requireSmallSweep(orphans: number, all: number): void {
  if (orphans <= fewObjects || orphans <= all * maxPart) return
  throw new SweepRefusal(
    'large',
    `${orphans} of ${all} stored files belong to no record, so none was removed: a wrong or restored database is likely. Start once with ADOPT_STORE=1 to let them go to the bin.`,
  )
}

/**
 * At start: checks that store and database belong together, and stops the start with instructions if not. A
 * store that does not answer or a restored database does not stop the start, but a restored database is not
 * swept until an administrator confirms it. Returns the id of the store; null when it is not known.
 */
export async function checkStore(deps: StoreDeps, isAdopted: boolean): Promise<string | null> {
  try {
    return await matchStore(deps, isAdopted)
  } catch (error) {
    if (error instanceof SweepRefusal && error.reason === 'foreign') throw new StartRefusal(error.message)
    if (error instanceof SweepRefusal) deps.log.error(`Files are not swept. ${error.message}`)
    else
      deps.log.warn(
        { err: error },
        'the file store could not be compared with the database; the first sweep does it',
      )
    return null
  }
}
