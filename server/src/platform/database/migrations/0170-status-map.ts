import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Publications, each whole. Number 0, the map a portal starts with, is not kept: the release brings it.
  `create table status_maps (
    number int primary key,
    statuses jsonb not null,
    moved jsonb not null,
    published_at timestamptz not null,
    published_by text,
    note text,
    reverted_to int,
    permits_moved int not null
  )`,
  // One draft for all administrators; its version is what they lock by, drafted or not.
  `create table status_map_draft (
    id int primary key check (id = 1),
    version int not null,
    statuses jsonb,
    remap jsonb,
    updated_at timestamptz,
    updated_by text
  )`,
  'insert into status_map_draft (id, version) values (1, 1)',
]

/** The permit status map as administrators edit and publish it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
