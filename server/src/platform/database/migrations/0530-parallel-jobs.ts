import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What a job writes besides its own collection, such as the clients an import may create.
  `alter table jobs add column other_collections text[] not null default '{}',
    add column started_at timestamptz, add column canceled_at timestamptz, add column canceled_by text`,
  'create index jobs_ended on jobs (finished_at) where finished_at is not null',
]

/** Several jobs at a time, and jobs that an administrator cancels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
