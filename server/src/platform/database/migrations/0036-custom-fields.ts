import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Fields that users have added to collections; their values stand in `custom` of the record tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table custom_fields (
        collection text not null,
        name text not null,
        label text not null,
        type text not null,
        options text[],
        created_at timestamptz not null,
        created_by text not null,
        primary key (collection, name)
      )`,
    )
    .execute(db)
}
