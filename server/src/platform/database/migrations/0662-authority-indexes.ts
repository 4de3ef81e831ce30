import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const outsideTransaction = true

/** The indexes of the reference, and those of the code that they replace. */
const indexes: readonly (readonly [name: string, replaced: string, on: string])[] = [
  ['permits_by_authority_pid', 'permits_by_authority', 'permits (bucket, authority_pid, seq) include (status) where deleted_at is null'],
  [
    'permits_approved_by_authority',
    'permits_approved',
    'permits (approved_date) include (authority_pid, cycle_no, status, org) where deleted_at is null and approved_date is not null',
  ],
  ['rts_by_authority_pid', 'rts_by_authority', 'rts (authority_pid, seq) where deleted_at is null'],
  ['rts_sent_to_authority', 'rts_sent', 'rts (submitted_at) include (authority_pid, org) where deleted_at is null and submitted_at is not null'],
]

/**
 * Indexes of the references in place of those of the codes, so that a write keeps as many as before. Servers of the last release answer without
 * theirs, only slower where a list is sorted or filtered by authority.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const [name, replaced, on] of indexes) {
    await sql.raw(`drop index concurrently if exists ${name}`).execute(db)
    await sql.raw(`create index concurrently ${name} on ${on}`).execute(db)
    await sql.raw(`drop index concurrently if exists ${replaced}`).execute(db)
  }
}
