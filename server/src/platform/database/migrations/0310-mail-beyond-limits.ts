import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A message whose reading took more time or memory than it may says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_messages drop constraint mail_messages_unread_rest_check`.execute(db)
  await sql`alter table mail_messages add constraint mail_messages_unread_rest_check
    check (unread_rest in ('parts', 'levels', 'head', 'length', 'time', 'memory')) not valid`.execute(db)
}
