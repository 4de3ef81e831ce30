import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A message larger than what is read of one says why only a part of it stands in its columns; all of it lies in the store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_messages add column unread_rest text check (unread_rest in ('parts', 'levels', 'head', 'length'))`.execute(db)
}
