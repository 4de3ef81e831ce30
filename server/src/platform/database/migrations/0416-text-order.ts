import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const statements = [
  'create index users_by_name_folded on users (fold_text(name) collate "C", seq) where deleted_at is null',
  'create index users_by_email_folded on users (fold_text(email) collate "C", seq) where deleted_at is null',
  'create index tasks_by_title_folded on tasks (audience, fold_text(title) collate "C", seq) where deleted_at is null',
  'create index tasks_by_related_pid_folded on tasks (audience, fold_text(related_pid) collate "C", seq) where deleted_at is null',
  'create index permits_by_title_folded on permits (bucket, fold_text(title) collate "C", seq) include (status) where deleted_at is null',
  'create index permits_by_authority_number_folded on permits (bucket, fold_text(authority_number) collate "C", seq) include (status) where deleted_at is null',
  'create index permits_by_city_folded on permits (bucket, fold_text(city) collate "C", seq) include (status) where deleted_at is null',
  'create index payments_by_gateway_id_folded on payments (fold_text(gateway_id) collate "C", seq) where deleted_at is null',
  'create index notifications_by_subject_folded on notifications (fold_text(subject) collate "C", seq) where deleted_at is null',
  'create index notifications_by_related_pid_folded on notifications (fold_text(related_pid) collate "C", seq) where deleted_at is null',
  'create index orgs_by_legal_name_folded on orgs (fold_text(legal_name) collate "C", seq) where deleted_at is null',
  'create index orgs_by_email_folded on orgs (fold_text(email) collate "C", seq) where deleted_at is null',
  'create index orgs_by_city_folded on orgs (fold_text(city) collate "C", seq) where deleted_at is null',
  'create index orgs_by_licence_no_folded on orgs (fold_text(licence_no) collate "C", seq) where deleted_at is null',
]

/** Lists in the order of a text begin with an index in that order: the folding of the text. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
