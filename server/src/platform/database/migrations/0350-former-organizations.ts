import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Files shown to a client before their record became another's, as `moveToOrganization` closes them from now on.
  `update files f set visibility = 'INTERNAL', version = version + 1
    where f.visibility = 'CLIENT' and (f.root like 'permits/%' or f.root like 'tasks/%' or f.root like 'rts/%')
      and exists (select 1 from history h where h.pid = split_part(f.root, '/', 2) and h.action = 'update' and h.changes @> '[{"field": "org"}]' and h.at > f.created_at)`,
  // What a payment is found by, without the permit that is another client's by now.
  `update payments_text x set t = ' ' || lower(replace(concat_ws(' ', t.ref_no, (select r.legal_name from orgs r where r.pid = t.org), t.description, t.payer_name), '-', ''))
    from payments t join permits p on p.pid = t.permit where x.seq = t.seq and p.org is distinct from t.org`,
  // A message to one person names no organization that may have become another's.
  `update notifications_text x set t = ' ' || lower(replace(concat_ws(' ', t.ref_no, t.subject, t.body), '-', ''))
    from notifications t where x.seq = t.seq and t.audience <> 'ORG' and t.org is not null`,
  // A client task is asked of the client whose it is.
  "update tasks set assigned_org = org where audience = 'CLIENT' and org is not null and assigned_org is distinct from org",
]

/** What was derived from a client's record while it was another client's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
