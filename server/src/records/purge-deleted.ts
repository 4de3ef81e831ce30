import { restorableDays, tables } from '@portal/contract'
import type { Deps } from '../deps.ts'

const dayMs = 86_400_000
/** The first round waits, so that it does not slow down the start. */
const firstAfterMs = 60_000
const batch = 1_000

/** Submitted packages are never purged: they define which files are kept with them (decision 0066). */
const isPurgeable = (table: string) => (table === 'rts' ? ' and submitted_at is null' : '')

/** One batch of records and their notes. Skips rows that another server is purging. */
function purgeSql(table: string): string {
  return `with old as (select seq from ${table} where deleted_at < $1::timestamptz${isPurgeable(table)} order by deleted_at limit ${batch} for update skip locked),
      gone as (delete from ${table} t using old where t.seq = old.seq returning t.pid),
      unsaid as (delete from notes n using gone where n.record_pid = gone.pid)
    select count(*) as gone from gone`
}

/**
 * Permanently deletes records, with their notes, 30 days after they were deleted. Their history remains.
 * Returns the number of records.
 */
export async function purgeDeleted({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - restorableDays * dayMs)
  let purged = 0
  for (const table of Object.keys(tables)) {
    let gone = batch
    while (gone === batch) {
      const [row] = await database.slowQuery<{ gone: number }>(purgeSql(table), [before])
      gone = row?.gone ?? 0
      purged += gone
    }
  }
  return purged
}

/**
 * Purges deleted records soon after the start and then daily, until the returned function is called; that
 * function waits for a running round.
 */
export function startPurging(deps: Pick<Deps, 'database' | 'clock' | 'log'>): () => Promise<void> {
  let running = Promise.resolve()
  const purge = () => {
    running = purgeDeleted(deps).then(
      (purged) => deps.log.info({ purged }, 'the bin was emptied'),
      (error: unknown) =>
        deps.log.warn({ err: error }, 'the bin could not be emptied; tomorrow it is tried again'),
    )
  }
  const first = setTimeout(purge, firstAfterMs).unref()
  const daily = setInterval(purge, dayMs).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(daily)
    await running
  }
}
