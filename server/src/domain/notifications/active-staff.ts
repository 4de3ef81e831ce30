import { sql } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { activeStaffSql } from '#engine/modules/collection-module.ts'

type Reading = Pick<WriteContext, 'deps' | 'trx'>

const Pid = z.object({ pid: z.string() })

/** Active administrators: who is notified where nobody else is responsible. */
export async function listAdministrators({ deps, trx }: Reading): Promise<string[]> {
  const rows = await run(
    deps.database,
    trx,
    sql`select pid from users where lower(role) in ('superadmin', 'admin') and status = 'ACTIVE' and deleted_at is null order by pid`,
    Pid,
  )
  return rows.map(({ pid }) => pid)
}

/**
 * The first of these people who is active staff, or all administrators if none is, so that a notification
 * always has a recipient.
 */
export async function firstActiveStaff(
  reading: Reading,
  people: readonly (string | null | undefined)[],
): Promise<string[]> {
  const [row] = await run(
    reading.deps.database,
    reading.trx,
    sql`select u.pid from unnest(${people.map((person) => person ?? null)}::text[]) with ordinality p(pid, place)
      join users u on u.pid = p.pid and ${sql.raw(activeStaffSql('u'))} order by p.place limit 1`,
    Pid,
  )
  return row === undefined ? listAdministrators(reading) : [row.pid]
}
