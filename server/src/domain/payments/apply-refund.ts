import { collections, paidStatuses, paymentKind, paymentStatus } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createRecordIn } from '#engine/write/create-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { recalculateTotals } from './permit-totals.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'

/** A refund of a payment: amount, reason and idempotency key. */
export interface RefundInput {
  amount: number
  reason: string | null | undefined
  idempotencyKey?: string | undefined
}

async function refundedOf({ deps, trx }: WriteContext, pid: string): Promise<number> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select coalesce(sum(r.total), 0)::bigint as sum from payments r where r.refund_of = ${pid} and r.status = 'PAID' and r.deleted_at is null`,
    z.object({ sum: z.number() }),
  )
  return row?.sum ?? 0
}

/**
 * Creates the refund of a locked payment as its own record and returns its pid. The caller has checked the
 * amount.
 */
export async function writeRefund(
  { context, pid, before }: LockedRecord<'payments'>,
  { amount, reason, idempotencyKey }: RefundInput,
): Promise<string> {
  const { deps, trx, actor } = context
  const { permit, org, feeCode, method, cycleNo } = before
  const shared = { permit, org, feeCode, method, cycleNo, refundOf: pid, kind: paymentKind.REFUND }
  const values = {
    ...shared,
    amount,
    ...(reason ? { reason } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
  return (await createRecordIn(deps, trx, actor, collections.payments, values)).pid
}

/** Creates a refund and moves the payment to partially or fully refunded. */
export async function applyRefund(locked: LockedRecord<'payments'>, given: RefundInput): Promise<string> {
  const { context, pid, before, version } = locked
  const refund = await writeRefund(locked, given)
  const to =
    (await refundedOf(context, pid)) >= (before.total ?? 0)
      ? paymentStatus.REFUNDED
      : paymentStatus.PARTIALLY_REFUNDED
  const changes = diffRecord(before, { status: to })
  if (changes.length > 0) {
    await saveChanges(context, pid, version + 1, changes, { reason: given.reason })
    context.steps?.push({ collection: 'payments', pid, to })
    await recalculateTotals(context, before.permit)
  }
  return refund
}

/**
 * Refunds everything that was paid for a locked permit, fee by fee and including credit, in the transaction
 * of the transition that ends the permit.
 */
export async function refundAllPayments(
  context: WriteContext,
  permit: string,
  reason: string | null | undefined,
): Promise<void> {
  const paid = await run(
    context.deps.database,
    context.trx,
    sql`select y.pid from payments y where y.permit = ${permit} and y.kind in ('FEE', 'PAYMENT', 'DEPOSIT') and y.status = any(${[...paidStatuses]}::text[])
      and y.deleted_at is null order by y.pid`,
    z.object({ pid: z.string() }),
  )
  for (const { pid } of paid) {
    const locked = await lockRelated(context, 'payments', pid)
    if (locked === undefined) continue
    const { refundable } = await loadGuardContext(locked)
    if (refundable > 0) await applyRefund(locked, { amount: refundable, reason })
  }
}
