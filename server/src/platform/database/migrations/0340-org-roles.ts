import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'

/**
 * Positions in an organization are enforced from here on (decision 0037). A client of whom none was named becomes an administrator where their
 * organization has none, which is what they could do until now, and a member where it has one. Each change is a line of the history.
 */
const text = `with named as (
    select u.pid, case when exists (select 1 from users a where a.org = u.org and a.org_role = 'ORG_ADMIN' and lower(trim(a.role)) = 'client'
      and a.deleted_at is null and a.status not in ('DISABLED', 'DELETED')) then 'MEMBER' else 'ORG_ADMIN' end as org_role
    from users u where lower(trim(u.role)) = 'client' and u.org is not null and u.org_role is null),
  saved as (update users u set org_role = n.org_role, version = u.version + 1, updated_at = now() from named n where n.pid = u.pid
    returning u.pid, u.version, u.org_role)
  insert into history (at, collection, pid, action, version, actor, changes)
  select now(), 'users', pid, 'update', version, null, jsonb_build_array(jsonb_build_object('field', 'orgRole', 'from', null, 'to', org_role)) from saved`

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(text).execute(db)
}
