import { collections, fieldFinder, maxRecordsOfWatchedView, parseFilter } from '@portal/contract'
import type { Actor, View } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { narrowShown } from '#engine/query/hidden-records.ts'
import { namedRowSql } from '#engine/query/related.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { listableRows } from '#engine/query/visibility.ts'
import type { ViewDeps } from '#engine/views/views.ts'

/** A record that a view shows. */
const Member = z.object({ seq: z.number(), pid: z.string(), title: z.string() })
export type Member = z.infer<typeof Member>

/** What decides which records a view shows. Another text: which records are new to it says nothing. */
export const filtersText = ({ filters = {}, match = 'all' }: Pick<View, 'filters' | 'match'>): string =>
  JSON.stringify([match, filters])

/**
 * The records that a view shows to the actor now; null when there are too many. Reads at most one row more
 * than the limit, on the pool of counts and exports.
 */
export async function readMembers(
  deps: RecordDeps,
  actor: Actor,
  view: View,
  { withAdded }: ViewDeps,
): Promise<Member[] | null> {
  const declaration = await withAdded(collections[view.collection])
  const asked = parseFilter(view.filters ?? {}, fieldFinder(declaration, actor), view.match)
  const rows = narrowShown(listableRows(declaration, actor, { today: todayOf(deps, actor) }), asked)
  const members = await read(
    deps,
    sql`select n.seq, n.pid, coalesce(n.title, '') as title from (select t.seq, ${namedRowSql(declaration)} ${rows.from()}
      limit ${maxRecordsOfWatchedView + 1}::int) n`,
    Member,
    'slow',
  )
  return members.length > maxRecordsOfWatchedView ? null : members
}
