import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The language of the browser each person signed in with last: what they are written in, unless they set a
 * language.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table browser_languages ("user" text primary key, language text not null)`.execute(db)
}
