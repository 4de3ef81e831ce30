import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table users add column out_of_office_from date',
  'alter table tasks add column assigned_for text',
  'alter table permits add column assigned_for text',
  'alter table rts add column assigned_for text',
  'alter table alerts add column on_behalf_of text',
  // Every notification asks who is away; few people are.
  'create index users_away on users (out_of_office_until) where out_of_office_until is not null',
]

/** The first day of an absence, and whose work a delegate does. Source: decision 0119. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
