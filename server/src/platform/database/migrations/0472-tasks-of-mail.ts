import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Requests that made a task of a message: one that is repeated, since its answer was lost, makes no second task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_tasks (
    owner text not null,
    idempotency_key text not null,
    task text not null,
    made_at timestamptz not null,
    primary key (owner, idempotency_key)
  )`.execute(db)
}
