import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table organization_merges (
    id text primary key,
    losing text not null,
    surviving text not null,
    merged_at timestamptz not null,
    merged_by text not null,
    begun_in bigint not null,
    done_at timestamptz,
    undone_by text,
    undone_at timestamptz
  )`,
  // An organization is merged into one other at a time.
  'create unique index organization_merges_current on organization_merges (losing) where undone_at is null',
  'create index organization_merges_of_surviving on organization_merges (surviving) where undone_at is null',
  `create table organization_merge_moves (
    seq bigint generated always as identity primary key,
    merge text not null references organization_merges (id) on delete cascade,
    kind text not null,
    pid text not null,
    changes jsonb not null
  )`,
  'create index organization_merge_moves_in_order on organization_merge_moves (merge, seq)',
  'create index organization_merge_moves_of_row on organization_merge_moves (merge, kind, pid)',
]

/** Merges of two organizations, and what each of them moved, so that it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
