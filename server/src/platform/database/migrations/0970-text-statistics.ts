import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The indexed texts of each table, which are compared by `text_order`. */
const texts: Readonly<Record<string, readonly string[]>> = {
  authorities: ['name', 'region', 'short_code'],
  contacts: ['company', 'email', 'name'],
  notifications: ['related_pid', 'subject'],
  orgs: ['city', 'email', 'legal_name', 'licence_no'],
  payments: ['gateway_id'],
  permits: ['authority_number', 'city', 'title'],
  tasks: ['related_pid', 'title'],
  users: ['email', 'name'],
}

/**
 * Statistics of indexed texts in the form in which they are compared. PostgreSQL keeps those of an index, but
 * does not use them where the index is partial, and took every value for one of 200. The dependency says that
 * a text has one such form, so that comparing both does not count twice.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [table, columns] of Object.entries(texts)) {
    for (const column of columns)
      await sql
        .raw(
          `create statistics ${table}_${column}_folded (dependencies)
            on ${column}, (text_order(${column})) from ${table}`,
        )
        .execute(db)
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    // Of a table that was analyzed while it was empty, PostgreSQL expects that it stays so.
    if (rows.length > 0) await sql.raw(`analyze ${table} (${columns.join(', ')})`).execute(db)
  }
}
