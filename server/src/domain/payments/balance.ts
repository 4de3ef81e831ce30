/** The part of a payment `y` that is allocated to fees. */
const allocatedSql = 'coalesce((select sum(a.amount) from payment_allocations a where a.payment = y.pid), 0)'
/** The part of a fee `y` that is covered by payments. */
const coveredSql = 'coalesce((select sum(a.amount) from payment_allocations a where a.fee = y.pid), 0)'
/** The refunded part of a payment `y`. */
const refundedSql =
  "coalesce((select sum(r.total) from payments r where r.refund_of = y.pid and r.status = 'PAID' and r.deleted_at is null), 0)"
const unpaidSql = "y.status in ('DUE', 'PENDING', 'FAILED', 'OVERDUE')"

/**
 * What an organization `t` owes, negative if it has credit: unpaid charges, minus payments that are neither
 * allocated to fees nor refunded, minus write-offs. This is the only definition. Source: decision 0056.
 */
export const balanceSql = `(select coalesce(sum(case
    when y.kind = 'FEE' then y.total - ${coveredSql}
    when y.kind in ('INVOICE', 'ADJUSTMENT') then y.total
    when y.kind = 'WRITE_OFF' then -y.total
    else ${allocatedSql} + ${refundedSql} - y.total end), 0)::bigint
  from payments y where y.org = t.pid and y.deleted_at is null and ((y.kind in ('FEE', 'INVOICE', 'ADJUSTMENT') and ${unpaidSql})
    or (y.kind in ('PAYMENT', 'DEPOSIT', 'WRITE_OFF') and y.status in ('PAID', 'PARTIALLY_REFUNDED'))))`
