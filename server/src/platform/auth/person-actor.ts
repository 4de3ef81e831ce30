import { toOrgRole, toRole, zoneOr } from '@portal/contract'
import type { Actor, Language, TimeZone } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { languageOfPerson } from '#platform/language/language-of-person.ts'

/**
 * A person as an actor, with the rights they have now; null for a person who has no role or is disabled or
 * deleted. For work without a session, such as jobs and calendar feeds.
 */
export async function findPersonActor(
  kysely: Kysely<Tables>,
  pid: string,
  officesZone: TimeZone,
): Promise<Actor | null> {
  const { rows } = await sql<{
    pid: string
    role: string | null
    org: string | null
    org_role: string | null
    time_zone: string | null
    language: Language
  }>`select pid, role, org, org_role, time_zone, ${languageOfPerson} as language from users u
    where pid = ${pid} and deleted_at is null and status not in ('DISABLED', 'DELETED')`.execute(kysely)
  const [row] = rows
  const role = toRole(row?.role)
  if (row === undefined || role === null) return null
  return {
    pid: row.pid,
    role,
    org: row.org,
    orgRole: toOrgRole(row.org_role),
    timeZone: zoneOr(row.time_zone, officesZone),
    language: row.language,
  }
}
