import { collections, readOneScope } from '@portal/contract'
import type { Actor, CollectionName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { everything, readableRows } from './visibility.ts'
import type { DeletedScope } from './visibility.ts'

/** Row rules do not depend on the date. */
const anyDay = '2000-01-01'

/**
 * Which of these pids the actor may see, in any projection. For features that link to records: files, mail,
 * and the stream, which asks for `any` because it also reports deleted records.
 */
export async function visiblePids(
  database: Database,
  actor: Actor,
  collection: CollectionName,
  pids: readonly string[],
  life: DeletedScope = 'living',
): Promise<Set<string>> {
  const declaration = collections[collection]
  if (readOneScope(declaration, actor) === 'closed' || pids.length === 0) return new Set()
  const rows = readableRows(declaration, actor, anyDay, life)
  const { sql: text, parameters } =
    sql`select t.pid ${rows.narrow(everything, sql`t.pid = any(${[...pids]}::text[])`).from()}`.compile(
      database.kysely,
    )
  const found = await database.query(text, parameters, z.object({ pid: z.string() }))
  return new Set(found.map((row) => row.pid))
}
