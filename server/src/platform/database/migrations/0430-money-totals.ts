import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What was refunded is named beside the fees, which stay as they were asked for.
  'alter table permits add column refunded_total bigint',
  'alter table payments add column reference text',
  // An organization's balance is computed from its payments whenever it is read.
  'alter table orgs drop column balance',
  // A payment that was taken off a permit's fees by hand is not put to them again by itself.
  `create table payment_releases (
    payment text not null references payments (pid) on delete cascade,
    permit text not null,
    at timestamptz not null,
    by text,
    primary key (payment, permit)
  )`,
  'create index payment_allocations_of_permit on payment_allocations (permit)',
  `update permits p set fee_total = f.charged, paid_total = f.received - f.refunded, refunded_total = f.refunded, balance = f.charged - f.received
    from (select y.permit,
        coalesce(sum(case when y.status = 'WRITTEN_OFF' then a.amount else y.total end) filter (where y.kind = 'FEE' and y.status not in ('DRAFT', 'VOID')), 0)::bigint as charged,
        coalesce(sum(case when y.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') then y.total else a.amount end)
          filter (where y.kind = 'FEE' and y.status not in ('DRAFT', 'VOID')), 0)::bigint as received,
        coalesce(sum(y.total) filter (where y.kind = 'REFUND' and y.status = 'PAID' and not exists (
          select 1 from payments o where o.pid = y.refund_of and (o.kind <> 'FEE' or o.status = 'VOID' or o.deleted_at is not null))), 0)::bigint as refunded
      from payments y cross join lateral (select coalesce(sum(a.amount), 0) as amount from payment_allocations a where a.fee = y.pid) a
      where y.permit is not null and y.deleted_at is null group by y.permit) f
    where f.permit = p.pid`,
  'update permits set refunded_total = 0 where refunded_total is null',
]

/** Totals of permits follow from their payments anew, with what was refunded beside them; balances of organizations are stored no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
