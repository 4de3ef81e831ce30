import { collectionNames, collections } from '@portal/contract'
import type { Actor, CollectionName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { namedRowSql } from './related.ts'
import { readableRowsOf, projectionsOf } from './visibility.ts'

/** A record by its name, with the collection it is in now. */
export const NamedRecord = z.object({
  collection: z.enum(collectionNames),
  pid: z.string(),
  title: z.string(),
})
export type NamedRecord = z.infer<typeof NamedRecord>

/**
 * Those of the records that the actor may open, by pid; `collection` stands for its whole table. For features
 * that link to records.
 */
export async function namedRecords(
  deps: RecordDeps,
  actor: Actor,
  collection: CollectionName,
  pids: readonly string[],
): Promise<Map<string, NamedRecord>> {
  const today = todayOf(deps, actor)
  const parts = projectionsOf(collections[collection]).flatMap((declaration) => {
    const rows = readableRowsOf(declaration, actor, today)
    if (rows === null || pids.length === 0) return []
    return [
      sql`(select ${namedRowSql(declaration)} ${rows.narrow({ kind: 'and', nodes: [] }, sql`t.pid = any(${[...pids]}::text[])`).from()})`,
    ]
  })
  if (parts.length === 0) return new Map()
  const rows = await read(deps, sql`${sql.join(parts, sql` union all `)}`, NamedRecord)
  return new Map(rows.map(({ collection: name, pid, title }) => [pid, { collection: name, pid, title }]))
}
