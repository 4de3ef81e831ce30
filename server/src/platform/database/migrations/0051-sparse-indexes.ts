import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const tables = ['permits', 'tasks', 'payments', 'rts', 'orgs', 'users', 'notifications', 'alerts']

/** Few records have added fields or tags; those that have none are no longer written into the indexes of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    await sql.raw(`drop index ${table}_by_custom`).execute(db)
    await sql.raw(`create index ${table}_by_custom on ${table} using gin (custom jsonb_path_ops) where custom <> '{}'`).execute(db)
  }
  await sql.raw('drop index permits_by_tag').execute(db)
  await sql.raw('create index permits_by_tag on permits using gin (tags) where tags is not null').execute(db)
}
