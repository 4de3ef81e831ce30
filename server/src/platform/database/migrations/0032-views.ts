import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Saved views of tables. `state` is what its maker sent; a role has at most one default view a collection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table views (
    seq bigint generated always as identity primary key,
    pid text not null unique,
    collection text not null,
    owner text not null,
    visibility text not null check (visibility in ('mine', 'role', 'everyone')),
    role text not null,
    default_for text,
    state jsonb not null,
    version int not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
  )`.execute(db)
  await sql`create index on views (collection, seq) where deleted_at is null`.execute(db)
  await sql`create unique index views_one_default on views (collection, default_for) where default_for is not null and deleted_at is null`.execute(db)
}
