import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What the virus scanner said of the bytes under a key. Bytes without a row were not scanned.
  `create table scans (
    store_key text primary key,
    state text not null check (state in ('clean', 'not scanned', 'infected')),
    finding text,
    signatures text,
    scanned_at timestamptz not null
  )`,
]

/** Results of virus scans, for files and attachments alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
