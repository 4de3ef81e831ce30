import { sql } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'

/** Recipients of what concerns a record without responsible staff. */
export async function administrators({ deps, trx }: Pick<WriteContext, 'deps' | 'trx'>): Promise<string[]> {
  const rows = await run(
    deps.database,
    trx,
    sql`select pid from users where lower(role) in ('superadmin', 'admin') and status = 'ACTIVE' and deleted_at is null order by pid`,
    z.object({ pid: z.string() }),
  )
  return rows.map(({ pid }) => pid)
}
