import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Locks these permits and the permits of these payments, in the order of their pids: the payments' own
 * permits, and those of the payments that cover them. Every writer locks permits before payments, so writers
 * cannot deadlock.
 */
export function lockPermitsSql(permits: readonly string[], payments: readonly string[]): RawBuilder<unknown> {
  // One list of pids, not three conditions joined by "or": for those PostgreSQL reads every permit.
  return sql`select 1 from permits p where p.pid in (
      select unnest(${[...permits]}::text[])
      union select y.permit from payments y where y.pid = any(${[...payments]}::text[])
      union select c.permit from payment_allocations a join payments c on c.pid = a.payment where a.fee = any(${[...payments]}::text[]))
    order by p.pid for update`
}
