import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Links of personal mailboxes show others nothing of the message until its owner shares it; a link made by hand shares it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_links add column is_shared boolean not null default false`.execute(db)
  await sql`update mail_links set is_shared = true where reason = 'by-hand'`.execute(db)
}
