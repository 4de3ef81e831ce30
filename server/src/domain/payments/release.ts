import {
  ReleaseBody,
  Refusal,
  collections,
  isStaff,
  paidStatuses,
  paymentStatus,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, Allocations, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { RecordDeps } from '#engine/query/reading.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { inTransition, readVisible } from '#engine/transitions/lock-visible.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { listAllocations, lockBoth } from './allocations.ts'
import { refuse, settlePermits, recordAllocation } from './settle.ts'
import { PaymentNumber } from './payment-number.ts'

const Part = z.object({
  fee: z.string(),
  number: PaymentNumber,
  status: z.string(),
  amount: z.number(),
  direct: z.number(),
  refunded: z.number(),
  /** Null for a fee without a due date. */
  overdue: z.boolean().nullable(),
})
type Part = z.infer<typeof Part>

/** The fees of a permit that the payment covers, and what else was paid for each fee. */
function partsOf({ deps, trx, today }: WriteContext, payment: string, permit: string): Promise<Part[]> {
  return run(
    deps.database,
    trx,
    sql`select f.pid as fee, f.ref_no as number, f.status, a.amount, f.due_date < ${today}::date as overdue,
        (f.total - (select sum(o.amount) from payment_allocations o where o.fee = f.pid))::bigint as direct,
        coalesce((select sum(r.total) from payments r where r.refund_of = f.pid and r.status = 'PAID' and r.deleted_at is null), 0)::bigint as refunded
      from payment_allocations a join payments f on f.pid = a.fee where a.payment = ${payment} and a.permit = ${permit} order by a.id`,
    Part,
  )
}

/** Why a part cannot be released from its fee; null if it can. */
function whyKept({ number, status, direct, refunded }: Part): Sayable | null {
  if (refunded > 0)
    return phrase('{{number}} was partially refunded. Its allocations can’t be changed.', { number })
  if (status === paymentStatus.VOID || status === paymentStatus.WRITTEN_OFF)
    return phrase('{{number}} is no longer due. Its allocations can’t be changed.', { number })
  return paidStatuses.includes(status) && direct > 0
    ? phrase('The rest of {{number}} was paid without a separate payment. Void it instead.', { number })
    : null
}

/**
 * `POST /payments/{pid}/allocations/release`: releases a payment from the fees of a permit, which become due
 * again. The payment is no longer allocated to that permit automatically and can be allocated to another
 * one, refunded or voided. Throws 403 for clients, 404, 400, 409 with a reason.
 */
export async function releasePayment(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<Allocations> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only the office can allocate payments.')
  await inTransition(deps, actor, collections.payments, async (context) => {
    const seen = await readVisible(context, pid)
    const parsed = ReleaseBody.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { permit } = parsed.data
    await lockBoth(context, pid, [permit, seen.before.permit])
    const parts = await partsOf(context, pid, permit)
    if (parts.length === 0) throw refuse('This payment is not allocated to that permit.')
    const kept = parts.map(whyKept).find((reason) => reason !== null)
    if (kept !== undefined && kept !== null) throw refuse(kept)
    await run(
      deps.database,
      context.trx,
      sql`delete from payment_allocations where payment = ${pid} and permit = ${permit}`,
    )
    for (const { fee, status, overdue } of parts) {
      if (status !== paymentStatus.PAID) continue
      const locked = await lockRelated(context, 'payments', fee)
      if (locked === undefined) continue
      const changes = diffRecord(locked.before, {
        status: overdue ? paymentStatus.OVERDUE : paymentStatus.DUE,
        paidAt: null,
      })
      await saveChanges(locked.context, fee, locked.version + 1, changes, { reason: null })
    }
    await run(
      deps.database,
      context.trx,
      sql`insert into payment_releases (payment, permit, at, by) values (${pid}, ${permit}, ${context.now}::timestamptz, ${actor.pid}) on conflict do nothing`,
    )
    const fees = parts.map(({ fee, number, amount }) => ({ fee: { pid: fee, title: number }, amount }))
    await recordAllocation(context, pid, {
      from: { permit, amount: fees.reduce((sum, fee) => sum + fee.amount, 0), fees },
      to: null,
    })
    await settlePermits(context, [permit])
  })
  deps.writes.notify()
  return listAllocations(deps, actor, pid)
}
