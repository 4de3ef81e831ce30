import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Messages whose From may name several authors are read again: a search by sender finds every author, not the first alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update mail_messages m set needs_reading = true where raw_key is not null and exists (select 1 from jsonb_array_elements(m.headers) h
    where lower(h->>'name') = 'from' and h->>'value' ~ '@.*[,;].*@')`.execute(db)
}
