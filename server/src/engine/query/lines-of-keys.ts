import { sql } from 'kysely'
import { z } from 'zod'
import { keyList } from '../sql/columns.ts'
import { joinedPageSql } from '../sql/page-sql.ts'
import { PreparedQuery } from '../sql/prepared-query.ts'
import { jsonLines } from '../sql/select-list.ts'
import type { RecordDeps } from './reading.ts'
import type { VisibleRows } from './visibility.ts'

/** Records as JSON texts with commas between. */
export const Lines = z.object({ lines: z.string() })

/**
 * The records with these keys as JSON texts with commas between, in the order of the keys. A record that the
 * actor may not see any more is left out; the filters of the rows are not tested again. The statement is
 * planned once for each connection, because it reads the same records whatever the keys are.
 */
export async function linesOfKeys(
  deps: RecordDeps,
  rows: VisibleRows,
  keys: readonly number[],
  fields?: readonly string[],
): Promise<string> {
  if (keys.length === 0) return ''
  const placed = sql`join unnest(${keyList(keys)}::bigint[]) with ordinality k(seq, place) on k.seq = t.seq`
  const found = sql`(select t.* ${rows.unfiltered().from(placed)} order by k.place) t`
  return (
    (await new PreparedQuery(joinedPageSql(jsonLines(rows, found, fields)), Lines).read(deps))?.lines ?? ''
  )
}
