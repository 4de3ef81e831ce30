import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** References that no list sorts by, by which the related records of a record are found. */
const references: readonly (readonly [string, readonly string[]])[] = [
  ['permits', ['parent', 'original', 'previous_revision', 'renewal_of']],
  ['tasks', ['parent']],
  ['orgs', ['default_assignee', 'merged_into']],
  ['users', ['delegate']],
  ['alerts', ['related_pid']],
]
const tables = ['permits', 'tasks', 'payments', 'rts', 'orgs', 'users', 'notifications', 'alerts']

/** Indexes for what refers to a record, and for the bin, which is listed and emptied by the time of deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of references) {
    for (const column of columns) await sql.raw(`create index on ${table} (${column}) where ${column} is not null`).execute(db)
  }
  for (const table of tables) await sql.raw(`create index ${table}_bin on ${table} (deleted_at) where deleted_at is not null`).execute(db)
}
