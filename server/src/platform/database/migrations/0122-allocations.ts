import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What of a payment goes to which fee; a payment that covers several permits has several.
  `create table payment_allocations (
    id bigint generated always as identity primary key,
    payment text not null references payments (pid) on delete cascade,
    permit text not null,
    fee text not null references payments (pid) on delete cascade,
    amount bigint not null check (amount > 0),
    at timestamptz not null,
    by text,
    unique (payment, fee)
  )`,
  'create index payment_allocations_of_fee on payment_allocations (fee)',
]

/** One payment may cover the fees of many permits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
