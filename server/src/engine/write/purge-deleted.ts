import { z } from 'zod'
import { restorableDays } from '@portal/contract'
import { allModules } from '../modules/collection-module.ts'
import type { CollectionModule } from '../modules/collection-module.ts'
import type { EngineDeps } from '../deps.ts'

const dayMs = 86_400_000
/** The first round waits, so that it does not slow down the start. */
const firstAfterMs = 60_000
const batch = 1_000

/** One batch of records and their notes. Skips rows that another server is purging. */
function purgeSql({ declaration: { table }, purgeable = 'true' }: CollectionModule): string {
  return `with old as (select seq from ${table} where deleted_at < $1::timestamptz and ${purgeable} order by deleted_at limit ${batch} for update skip locked),
      gone as (delete from ${table} t using old where t.seq = old.seq returning t.pid),
      unsaid as (delete from notes n using gone where n.record_pid = gone.pid)
    select count(*) as gone from gone`
}

/**
 * Permanently deletes records, with their notes, 30 days after they were deleted. Their history remains.
 * Returns the number of records.
 */
export async function purgeDeleted({
  database,
  clock,
}: Pick<EngineDeps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - restorableDays * dayMs)
  let purged = 0
  for (const module of allModules()) {
    let gone = batch
    while (gone === batch) {
      const [row] = await database.slowQuery(purgeSql(module), [before], z.object({ gone: z.number() }))
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
export function startPurging(
  deps: Pick<EngineDeps, 'database' | 'clock' | 'log' | 'taskRuns'>,
): () => Promise<void> {
  let running = Promise.resolve()
  const purge = () => {
    running = deps.taskRuns
      .run('purge-deleted', () => purgeDeleted(deps))
      .then(
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
