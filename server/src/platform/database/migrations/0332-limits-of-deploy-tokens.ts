import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table deploy_tokens
    add column expires_at timestamptz,
    add column scope text not null default 'deploy' check (scope in ('upload', 'deploy'))`,
  // A token made before tokens ended ends 90 days from now.
  `update deploy_tokens set expires_at = now() + interval '90 days'`,
  'alter table deploy_tokens alter column expires_at set not null',
]

/** Deploy tokens end by themselves and may be limited to uploading. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
