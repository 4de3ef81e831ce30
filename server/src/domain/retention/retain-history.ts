import { collectionNames, tables } from '@portal/contract'
import { z } from 'zod'
import type { DomainDeps } from '../deps.ts'

/** Number of entries that one statement looks at. */
const batch = 5_000
const Looked = z.object({ gone: z.number(), last: z.number().nullable(), is_over: z.boolean() })

const recordTables = [...Object.keys(tables), 'files']
const isGone = recordTables
  .map((table) => `not exists (select 1 from ${table} t where t.pid = w.pid)`)
  .join(' and ')

const deleteText = `with looked_at as (select id, at, collection, pid from record_history where id > $1::bigint order by id limit ${batch}),
  gone as (delete from record_history h using looked_at w where h.id = w.id and w.at < $2::timestamptz
    and (w.collection = 'mail' or (w.collection = any($3::text[]) and ${isGone})) returning 1)
  select (select count(*) from gone) as gone, max(id) as last, coalesce(min(at) >= $2::timestamptz, true) as is_over from looked_at`

/**
 * Deletes history entries from before a time whose record was permanently deleted, and events of mailboxes,
 * in batches. The history of a record that exists is never deleted: permissions and transitions are decided
 * by it, for example which notes a client may read. Returns the number of entries.
 *
 * Source: docs/decisions/0103-retention.md
 */
export async function retainHistory(
  { database }: Pick<DomainDeps, 'database'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const names = [...collectionNames, 'files']
  let [deleted, after] = [0, 0]
  while (!signal.aborted) {
    const [row] = await database.slowQuery(deleteText, [after, before, names], Looked)
    if (row === undefined) break
    deleted += row.gone
    if (row.is_over || row.last === null) break
    after = row.last
  }
  return deleted
}
