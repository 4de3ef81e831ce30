import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const statements = [
  // Publications, each whole. Number 0, with which a portal begins, is not kept: the release brings it.
  `create table requirement_versions (
    number int primary key,
    requirements jsonb not null,
    published_at timestamptz not null,
    published_by text,
    note text,
    reverted_to int
  )`,
  // One draft for all administrators; its version is what they lock by, drafted or not.
  `create table requirement_draft (
    id int primary key check (id = 1),
    version int not null,
    requirements jsonb,
    updated_at timestamptz,
    updated_by text
  )`,
  'insert into requirement_draft (id, version) values (1, 1)',
  // The publication with which the permit began; null is number 0, as for permits that servers of the last release add.
  'alter table permits add column requirements_number integer',
]

/** What authorities ask for, as administrators edit and publish it (decision 0128). */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
