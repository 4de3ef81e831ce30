import { addDays, dayIn, initialTimeZone, isAwayOn, zoneOr } from '@portal/contract'
import type { DelegatesOfAway } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { activeStaffSql } from '#engine/modules/collection-module.ts'
import { lookUpOnce } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

type Reading = Pick<WriteContext, 'deps' | 'trx' | 'now' | 'memo'>

const Row = z.object({
  pid: z.string(),
  name: z.string(),
  delegate: z.string().nullable(),
  from: z.string().nullable(),
  until: z.string(),
  zone: z.string().nullable(),
})

/** The people who are away, with the names and delegates of those who are. */
export interface Absences {
  delegates: DelegatesOfAway
  names: ReadonlyMap<string, string>
}

export const noAbsences: Absences = { delegates: new Map(), names: new Map() }

/**
 * The staff who are away today in the time zone of the office. A delegate who is no longer active staff
 * counts as none. Source: decision 0119.
 */
export async function listAbsences(context: Reading): Promise<Absences> {
  // No zone is more than a day behind UTC; the exact day is judged below.
  const earliest = addDays(dayIn(initialTimeZone, context.now), -1)
  const rows = await lookUpOnce(
    context,
    sql`select u.pid, coalesce(u.name, '') as name, u.out_of_office_from::text as from, u.out_of_office_until::text as until,
        (select d.pid from users d where d.pid = u.delegate and ${sql.raw(activeStaffSql('d'))}) as delegate,
        (select c.config->>'timeZone' from configuration c where c.id = 1) as zone
      from users u where u.out_of_office_until >= ${earliest}::date and ${sql.raw(activeStaffSql('u'))}`,
    Row,
  )
  const today = dayIn(zoneOr(rows[0]?.zone, initialTimeZone), context.now)
  const away = rows.filter((row) => isAwayOn(row, today))
  return {
    delegates: new Map(away.map(({ pid, delegate }) => [pid, delegate])),
    names: new Map(away.map(({ pid, name }) => [pid, name])),
  }
}
