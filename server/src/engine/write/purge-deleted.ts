import { z } from 'zod'
import { restorableDays } from '@portal/contract'
import { allModules } from '../modules/collection-module.ts'
import type { CollectionModule } from '../modules/collection-module.ts'
import type { EngineDeps } from '../deps.ts'

const dayMs = 86_400_000
const batch = 1_000

/** One batch of records and their notes. Skips rows that another server is purging. */
function purgeSql({ declaration: { table }, purgeable = 'true' }: CollectionModule): string {
  return `with old as (select seq from ${table} where deleted_at < $1::timestamptz and ${purgeable} order by deleted_at limit ${batch} for update skip locked),
      gone as (delete from ${table} t using old where t.seq = old.seq returning t.pid),
      unsaid as (delete from notes n using gone where n.record_pid = gone.pid),
      unwatched as (delete from record_watches w using gone where w.record_pid = gone.pid)
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
