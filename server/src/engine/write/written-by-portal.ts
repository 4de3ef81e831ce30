import { sql } from 'kysely'
import { z } from 'zod'
import { portalActor } from './portal-actor.ts'
import { run } from './writing.ts'
import type { WriteContext } from './write-context.ts'

/**
 * Were all writes of a record since a version made by the portal, and none of them to these fields? Then a
 * change based on that version causes no conflict, for example after a fee became overdue overnight. The
 * record must be locked.
 */
export async function isOnlyPortalSince(
  { deps, trx }: WriteContext,
  pid: string,
  version: number,
  fields: readonly string[],
): Promise<boolean> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select count(*) as lines, count(*) filter (where h.actor is distinct from ${portalActor.pid}
        or exists (select 1 from jsonb_array_elements(h.changes) c where c->>'field' = any(${[...fields]}::text[]))) as others
      from record_history h where h.pid = ${pid} and h.version > ${version}::int`,
    z.object({ lines: z.number(), others: z.number() }),
  )
  return row !== undefined && row.lines > 0 && row.others === 0
}
