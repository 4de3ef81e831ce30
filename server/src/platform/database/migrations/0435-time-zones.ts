import { sql } from 'kysely'
import type { Kysely } from 'kysely'

function isZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Any text was taken as a time zone and nothing read it. What names no zone of the IANA database is taken away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select distinct time_zone as name from users where time_zone is not null`.execute(db)
  const unknown = rows.map(({ name }) => name).filter((name) => !isZone(name))
  if (unknown.length > 0) await sql`update users set time_zone = null where time_zone = any(${unknown}::text[])`.execute(db)
}
