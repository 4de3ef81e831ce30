import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { PlatformDeps } from '../deps.ts'

/** The origin of a demo account: the sample data, or added by a demo account. */
export type DemoOrigin = 'sample' | 'added'

/**
 * SQL condition: whether the account with this pid can be used. Demo accounts can be used only in demo mode.
 */
export function isOpenText(environment: { demo: boolean }, pidColumn: string): string {
  return environment.demo
    ? 'true'
    : `not exists (select 1 from demo_people where demo_people.user_pid = ${pidColumn})`
}

/** The demo origin of a person; null for a real person. */
export async function findDemoOrigin(kysely: Kysely<Tables>, pid: string): Promise<DemoOrigin | null> {
  const row = await kysely
    .selectFrom('demo_people')
    .select('origin')
    .where('user_pid', '=', pid)
    .executeTakeFirst()
  return row?.origin ?? null
}

/** Turns a demo account into a real one. */
export async function acceptDemoPerson(kysely: Kysely<Tables>, pid: string): Promise<void> {
  await kysely.deleteFrom('demo_people').where('user_pid', '=', pid).execute()
}

/** Marks people as sample data. */
export async function markSamplePeople(kysely: Kysely<Tables>, pids: readonly string[]): Promise<void> {
  await sql`insert into demo_people (user_pid, origin) select unnest(${pids}::text[]), 'sample'
    on conflict (user_pid) do update set origin = 'sample'`.execute(kysely)
}

/** Whether there is a person who is not a demo account. */
export async function hasRealPeople(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } =
    await sql`select 1 from users u where not exists (select 1 from demo_people d where d.user_pid = u.pid) limit 1`.execute(
      kysely,
    )
  return rows.length > 0
}

/** Whether a real superadmin can sign in with a passkey, Microsoft, a recovery code or a valid link. */
export async function hasRealSuperadmin(
  deps: Pick<PlatformDeps, 'database' | 'environment' | 'clock'>,
  kysely?: Kysely<Tables>,
): Promise<boolean> {
  const hasMicrosoft = deps.environment.oidc !== null
  const { rows } =
    await sql`select 1 from users u where lower(trim(u.role)) = 'superadmin' and u.deleted_at is null
      and u.status not in ('DISABLED', 'DELETED') and not exists (select 1 from demo_people d where d.user_pid = u.pid) and (
        exists (select 1 from passkeys p where p.user_pid = u.pid)
        or (${hasMicrosoft} and exists (select 1 from microsoft_identities m where m.user_pid = u.pid))
        or exists (select 1 from recovery_codes c where c.user_pid = u.pid and c.used_at is null)
        or exists (select 1 from personal_links l where l.user_pid = u.pid and l.used_at is null and l.expires_at > ${deps.clock.now()}))
    limit 1`.execute(kysely ?? deps.database.kysely)
  return rows.length > 0
}

/**
 * SQL condition on `users`: whether this superadmin can replace the one with `pid`. A demo account cannot
 * replace a real one.
 */
export const isDemoAccountOf = (
  pid: string,
): RawBuilder<boolean> => sql`(not exists (select 1 from demo_people d where d.user_pid = users.pid)
  or exists (select 1 from demo_people d where d.user_pid = ${pid}))`
