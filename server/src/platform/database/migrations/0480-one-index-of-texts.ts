import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const indexes = [
  'users_by_name',
  'users_by_email',
  'tasks_by_title',
  'tasks_by_related_pid',
  'permits_by_title',
  'permits_by_authority_number',
  'permits_by_city',
  'payments_by_gateway_id',
  'notifications_by_subject',
  'notifications_by_related_pid',
  'orgs_by_legal_name',
  'orgs_by_email',
  'orgs_by_city',
  'orgs_by_licence_no',
]

/** Texts are found by the index they are sorted by. The ones in the order of their bytes served equality alone, and every write kept them. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const name of indexes) await sql.raw(`drop index ${name}`).execute(db)
}
