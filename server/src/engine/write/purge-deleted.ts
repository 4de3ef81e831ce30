import { z } from 'zod'
import { restorableDays } from '@portal/contract'
import { allModules } from '../modules/collection-module.ts'
import type { CollectionModule } from '../modules/collection-module.ts'
import type { EngineDeps } from '../deps.ts'

const dayMs = 86_400_000
const batch = 1_000

/** The condition on a record that is to be purged. */
const isDue = ({ purgeable = 'true' }: CollectionModule) => `deleted_at < $1::timestamptz and ${purgeable}`

/** One batch of records and their notes. Skips rows that another server is purging. */
function purgeSql(module: CollectionModule): string {
  const { table } = module.declaration
  return `with old as (select seq from ${table} where ${isDue(module)}
        order by deleted_at limit ${batch} for update skip locked),
      gone as (delete from ${table} t using old where t.seq = old.seq returning t.pid),
      unsaid as (delete from notes n using gone where n.record_pid = gone.pid),
      unwatched as (delete from record_watches w using gone where w.record_pid = gone.pid)
    select count(*) as gone from gone`
}

/** A deletion counts as a write of its table, even if it finds no record: counts would be taken anew. */
const hasDueSql = (module: CollectionModule) =>
  `select exists (select from ${module.declaration.table} where ${isDue(module)}) as found`

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
    const [due] = await database.slowQuery(hasDueSql(module), [before], z.object({ found: z.boolean() }))
    let isWhole = due?.found === true
    while (isWhole) {
      const [row] = await database.slowQuery(purgeSql(module), [before], z.object({ gone: z.number() }))
      const gone = row?.gone ?? 0
      isWhole = gone === batch
      purged += gone
    }
  }
  return purged
}
