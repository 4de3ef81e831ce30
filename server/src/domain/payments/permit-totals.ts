import { Refusal, collections, unsentPackages } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { feesOfPackage } from '#domain/packages/package-fees.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'

const Totals = z.object({
  version: z.number(),
  fee_total: z.number().nullable(),
  paid_total: z.number().nullable(),
  balance: z.number().nullable(),
  refunded_total: z.number().nullable(),
  payment_status: z.string().nullable(),
  fees: z.number(),
  asked: z.number(),
  paid: z.number(),
  refunded: z.number(),
  all_refunded: z.boolean(),
  overdue: z.boolean(),
  bucket: z.string(),
})

/**
 * The payment status of a permit. Draft and void fees do not count; of a written-off fee only the amount that
 * payments cover counts.
 */
function paymentStatusOf(found: z.infer<typeof Totals>, balance: number, paidTotal: number): string {
  if (found.fees === 0) return 'NONE'
  if (balance === 0) return found.all_refunded ? 'REFUNDED' : 'PAID'
  if (found.overdue) return 'OVERDUE'
  return paidTotal > 0 ? 'PARTIAL' : 'DUE'
}

const overRefunded = 'Refunds for this permit can’t exceed what was paid.'

/** Updates the fees of packages that are not submitted yet; submitted packages are not changed. */
async function refreshPackages(context: WriteContext, permit: string, balance: number): Promise<void> {
  const open = await run(
    context.deps.database,
    context.trx,
    sql`select r.pid from rts r where r.permit = ${permit} and r.deleted_at is null and r.status = any(${unsentPackages}::text[]) order by r.pid`,
    z.object({ pid: z.string() }),
  )
  for (const { pid } of open) {
    const locked = await lockRelated(context, 'rts', pid)
    if (locked === undefined || !unsentPackages.includes(locked.before.status)) continue
    const changes = diffRecord(locked.before, feesOfPackage(balance))
    if (changes.length > 0) await saveChanges(locked.context, pid, locked.version + 1, changes)
  }
}

/**
 * Recalculates the totals of a permit from its payments, with a history entry, and updates its package. Fees
 * keep their amount; a refund lowers what was paid and the claim equally, so that `balance = feeTotal -
 * paidTotal - refundedTotal` always holds. The permit is locked first, so that concurrent payments of one
 * permit are serialized. Throws 409 if more would be refunded than was paid.
 */
export async function recalculateTotals(context: WriteContext, permit: string | null): Promise<void> {
  if (permit === null) return
  const { deps, trx } = context
  await run(deps.database, trx, sql`select 1 from permits where pid = ${permit} for update`)
  const [row] = await run(
    deps.database,
    trx,
    sql`select p.version, p.fee_total, p.paid_total, p.balance, p.refunded_total, p.payment_status, p.bucket,
        count(*) filter (where f.asked) as fees,
        coalesce(sum(f.charged) filter (where f.asked), 0)::bigint as asked,
        coalesce(sum(case when f.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') then f.total else f.allocated end) filter (where f.asked), 0)::bigint as paid,
        coalesce(sum(f.total) filter (where f.gives_back), 0)::bigint as refunded,
        coalesce(bool_and(f.status = 'REFUNDED') filter (where f.asked), false) as all_refunded,
        coalesce(bool_or(f.status = 'OVERDUE') filter (where f.asked), false) as overdue
      from permits p left join lateral (
        select y.status, y.total, c.allocated, case when y.status = 'WRITTEN_OFF' then c.allocated else y.total end as charged,
          y.kind = 'FEE' and y.status not in ('DRAFT', 'VOID') and (y.status <> 'WRITTEN_OFF' or c.allocated > 0) as asked,
          y.kind = 'REFUND' and y.status = 'PAID' and not exists (
            select 1 from payments o where o.pid = y.refund_of and (o.kind <> 'FEE' or o.status = 'VOID' or o.deleted_at is not null)) as gives_back
        from payments y cross join lateral (select coalesce(sum(a.amount), 0) as allocated from payment_allocations a where a.fee = y.pid) c
        where y.permit = p.pid and y.deleted_at is null) f on true
      where p.pid = ${permit} group by p.pid, p.version, p.fee_total, p.paid_total, p.balance, p.refunded_total, p.payment_status, p.bucket`,
  )
  if (row === undefined) return
  const found = Totals.parse(row)
  const feeTotal = found.asked
  const refundedTotal = found.refunded
  const paidTotal = found.paid - refundedTotal
  if (paidTotal < 0 && paidTotal < (found.paid_total ?? 0))
    throw new Refusal('transition-refused', overRefunded, { unmet: [overRefunded] })
  const balance = found.asked - found.paid
  const before = {
    feeTotal: found.fee_total,
    paidTotal: found.paid_total,
    refundedTotal: found.refunded_total,
    balance: found.balance,
    paymentStatus: found.payment_status,
  }
  const changes = diffRecord(before, {
    feeTotal,
    paidTotal,
    refundedTotal,
    balance,
    paymentStatus: paymentStatusOf(found, balance, paidTotal),
  })
  if (changes.length === 0) return
  const declaration = found.bucket === 'processed' ? collections.processed : collections.permits
  await saveChanges({ ...context, declaration }, permit, found.version + 1, changes)
  if (balance !== found.balance) await refreshPackages(context, permit, balance)
}
