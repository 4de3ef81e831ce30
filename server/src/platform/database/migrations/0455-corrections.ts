import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table corrections (
    seq bigint generated always as identity primary key,
    pid text not null unique,
    version int not null default 1,
    permit text not null,
    cycle_no int not null,
    text text not null,
    item text,
    discipline text,
    documents text[] not null default '{}',
    due_date date,
    for_client boolean not null default false,
    status text not null default 'OPEN',
    response text,
    file text,
    answered_at timestamptz,
    answered_by text,
    created_at timestamptz not null,
    created_by text
  )`,
  'create index corrections_of_permit on corrections (permit, cycle_no, seq)',
]

/** Comments of authorities on a permit, each with its response, by the submission cycle that answers them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
