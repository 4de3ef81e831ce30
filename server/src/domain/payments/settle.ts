import type { Sayable } from '@portal/contract'
import { Refusal, collections, paymentStatus } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { recalculateTotals } from './permit-totals.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { lockPermitsSql } from './permits-of-payments.ts'
import { historySql, run } from '#engine/write/writing.ts'
import type { FeesCovered, LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { PaymentNumber } from './payment-number.ts'

const NextPart = z.object({
  fee: z.string(),
  number: PaymentNumber,
  open: z.number(),
  credit: z.string(),
  free: z.number(),
})
type NextPart = z.infer<typeof NextPart>

/** A refused allocation with its reason. */
export function refuse(sentence: Sayable): Refusal {
  return new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

/** Marks a fully covered fee as paid. */
async function markPaid(context: WriteContext, fee: string): Promise<void> {
  const locked = await lockRelated(context, 'payments', fee)
  if (locked === undefined) return
  const changes = diffRecord(locked.before, { status: paymentStatus.PAID, paidAt: context.now.toISOString() })
  await saveChanges(locked.context, fee, locked.version + 1, changes, { reason: null })
  context.steps?.push({ collection: 'payments', pid: fee, to: paymentStatus.PAID })
}

/** Allocates a part of a payment to a fee of a locked permit; a fully covered fee becomes paid. */
export async function putTo(
  context: WriteContext,
  payment: string,
  permit: string,
  fee: { pid: string; open: number },
  amount: number,
): Promise<void> {
  const { deps, trx, now, actor } = context
  await run(
    deps.database,
    trx,
    sql`insert into payment_allocations as a (payment, permit, fee, amount, at, by)
      values (${payment}, ${permit}, ${fee.pid}, ${amount}::bigint, ${now}::timestamptz, ${actor.pid})
      on conflict (payment, fee) do update set amount = a.amount + excluded.amount`,
  )
  if (amount === fee.open) await markPaid(context, fee.pid)
}

/** Writes a history entry of a payment with the fees it now covers or no longer covers. */
export async function recordAllocation(
  context: WriteContext,
  payment: string,
  change: { from: unknown; to: unknown },
): Promise<void> {
  const { deps, trx } = context
  const [row] = await run(
    deps.database,
    trx,
    sql`select version from payments where pid = ${payment}`,
    z.object({ version: z.number() }),
  )
  if (row === undefined) return
  const told = { ...context, declaration: collections.payments }
  await run(
    deps.database,
    trx,
    historySql(told, payment, 'update', row.version, [{ field: 'allocated', ...change }]),
  )
}

const Allocated = z.object({
  id: z.number(),
  payment: z.string(),
  permit: z.string(),
  /** The permit the payment was made for, if any. */
  own: z.string().nullable(),
  number: PaymentNumber,
  amount: z.number(),
})
type Allocated = z.infer<typeof Allocated>

/**
 * Releases allocations of a fee, the latest first, up to the given amount or all of them, with an entry in
 * each payment's history. Returns the permits the payments were made for, since the money may now cover their
 * other fees.
 */
export async function takeOff(
  context: WriteContext,
  fee: string,
  max = Number.MAX_SAFE_INTEGER,
): Promise<(string | null)[]> {
  const { deps, trx } = context
  const rows = await run(
    deps.database,
    trx,
    sql`select a.id, a.payment, a.permit, c.permit as own, f.ref_no as number, a.amount from payment_allocations a
        join payments f on f.pid = a.fee join payments c on c.pid = a.payment
      where a.fee = ${fee} order by a.id desc for update of a`,
    Allocated,
  )
  const freed: (string | null)[] = []
  let rest = max
  for (const { id, payment, permit, own, number, amount } of rows) {
    const part = Math.min(rest, amount)
    if (part <= 0) break
    rest -= part
    freed.push(own)
    await run(
      deps.database,
      trx,
      part === amount
        ? sql`delete from payment_allocations where id = ${id}::bigint`
        : sql`update payment_allocations set amount = amount - ${part}::bigint where id = ${id}::bigint`,
    )
    await recordAllocation(context, payment, {
      from: { permit, amount: part, fees: [{ fee: { pid: fee, title: number }, amount: part }] },
      to: null,
    })
  }
  return freed
}

/**
 * Releases allocations of fees that no longer require payment here, or that require less than is allocated to
 * them.
 */
async function takeOffUnasked(context: WriteContext, permit: string): Promise<(string | null)[]> {
  const rows = await run(
    context.deps.database,
    context.trx,
    sql`select y.pid as fee, (sum(a.amount) - case when y.deleted_at is not null or y.kind <> 'FEE' or y.permit is distinct from ${permit} then 0 else y.total end)::bigint as too_much
      from payment_allocations a join payments y on y.pid = a.fee
      where a.permit = ${permit} and y.status in ('DRAFT', 'DUE', 'PENDING', 'FAILED', 'OVERDUE') group by y.pid, y.seq order by y.seq`,
    z.object({ fee: z.string(), too_much: z.number() }),
  )
  const freed: (string | null)[] = []
  for (const { fee, too_much } of rows)
    if (too_much > 0) freed.push(...(await takeOff(context, fee, too_much)))
  return freed
}

/** Marks fees as paid whose amount was lowered to what covers them. */
async function payCovered(context: WriteContext, permit: string): Promise<void> {
  const rows = await run(
    context.deps.database,
    context.trx,
    sql`select y.pid from payments y where y.permit = ${permit} and y.kind = 'FEE' and y.status in ('DUE', 'FAILED', 'OVERDUE') and y.deleted_at is null
      and y.total = (select sum(a.amount) from payment_allocations a where a.fee = y.pid) order by y.seq`,
    z.object({ pid: z.string() }),
  )
  for (const { pid } of rows) await markPaid(context, pid)
}

/** The next fee to cover, by due date, and the payment that covers it, the oldest first. */
async function nextPart({ deps, trx }: WriteContext, permit: string): Promise<NextPart | undefined> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select y.pid as fee, y.ref_no as number, y.open, c.pid as credit, c.free from (
        select f.pid, f.ref_no, f.org, f.due_date, f.seq,
          (f.total - coalesce((select sum(a.amount) from payment_allocations a where a.fee = f.pid), 0))::bigint as open
        from payments f where f.permit = ${permit} and f.kind = 'FEE' and f.status in ('DUE', 'FAILED', 'OVERDUE') and f.deleted_at is null) y
      join (select m.pid, m.org, m.paid_at, m.seq, (m.total - coalesce((select sum(a.amount) from payment_allocations a where a.payment = m.pid), 0)
          - coalesce((select sum(r.total) from payments r where r.refund_of = m.pid and r.status = 'PAID' and r.deleted_at is null), 0))::bigint as free
        from payments m where m.permit = ${permit} and m.kind in ('PAYMENT', 'DEPOSIT') and m.status in ('PAID', 'PARTIALLY_REFUNDED') and m.deleted_at is null
          and not exists (select 1 from payment_releases x where x.payment = m.pid and x.permit = m.permit)) c
        on c.org is not distinct from y.org and c.free > 0
      where y.open > 0 order by y.due_date nulls last, y.seq, c.paid_at nulls last, c.seq limit 1`,
    NextPart,
  )
  return row
}

/** Allocates payments of a permit to its fees automatically, with an entry in each payment's history. */
async function coverFees(context: WriteContext, permit: string): Promise<FeesCovered[]> {
  const covered = new Map<string, FeesCovered>()
  for (
    let part = await nextPart(context, permit);
    part !== undefined;
    part = await nextPart(context, permit)
  ) {
    const { fee, number, open, credit, free } = part
    const amount = Math.min(open, free)
    await putTo(context, credit, permit, { pid: fee, open }, amount)
    const so = covered.get(credit) ?? { payment: credit, permit, fees: [] }
    so.fees.push({ fee: { pid: fee, title: number }, amount })
    covered.set(credit, so)
  }
  for (const { payment, fees } of covered.values())
    await recordAllocation(context, payment, {
      from: null,
      to: { permit, amount: fees.reduce((sum, { amount }) => sum + amount, 0), fees },
    })
  return [...covered.values()]
}

/**
 * Updates the allocations of permits after any write, in the same transaction: releases allocations of fees
 * that no longer require payment, covers open fees in the order of their due dates, and recalculates the
 * totals. Locks the permits first, in order. Returns the new allocations.
 */
export async function settlePermits(
  context: WriteContext,
  named: readonly (string | null | undefined)[],
): Promise<FeesCovered[]> {
  const permits = await lockPermits(context, named)
  if (permits.length === 0) return []
  // Allocations of a fee that moved to another permit are released before payments of that permit are
  // allocated.
  const freed: (string | null)[] = []
  for (const permit of permits) freed.push(...(await takeOffUnasked(context, permit)))
  const touched = [...new Set([...permits, ...(await lockPermits(context, freed))])].toSorted()
  const covered: FeesCovered[] = []
  for (const permit of touched) {
    await payCovered(context, permit)
    covered.push(...(await coverFees(context, permit)))
  }
  context.covered?.push(...covered)
  for (const permit of touched) await recalculateTotals(context, permit)
  return covered
}

/** Locks permits in the order of their pids and returns them in that order. */
async function lockPermits(
  { deps, trx }: WriteContext,
  named: readonly (string | null | undefined)[],
): Promise<string[]> {
  const permits = [...new Set(named.filter((permit) => typeof permit === 'string'))].toSorted()
  if (permits.length === 0) return []
  await run(deps.database, trx, lockPermitsSql(permits, []))
  return permits
}

const feePaid = sql.raw(
  `coalesce((select sum(r.total) from payments r where r.refund_of = y.pid and r.status = 'PAID' and r.deleted_at is null), 0)`,
)

/**
 * Releases the allocations of a voided fee. Returns the amount that was paid directly and not yet refunded,
 * which must be refunded now, and the permits of the released payments. A refund that exceeded the direct
 * payment was money of the covering payments, so that amount of them stays allocated.
 */
export async function takeOffVoid({
  context,
  pid,
  before,
}: LockedRecord<'payments'>): Promise<{ back: number; freed: (string | null)[] }> {
  const [row] = await run(
    context.deps.database,
    context.trx,
    sql`select coalesce((select sum(a.amount) from payment_allocations a where a.fee = y.pid), 0)::bigint as covered, ${feePaid}::bigint as refunded
      from payments y where y.pid = ${pid}`,
    z.object({ covered: z.number(), refunded: z.number() }),
  )
  const { covered = 0, refunded = 0 } = row ?? {}
  const wasPaid = before.status === 'PAID' || before.status === 'PARTIALLY_REFUNDED'
  const direct = wasPaid ? (before.total ?? 0) - covered : 0
  const freed = await takeOff(context, pid, covered - Math.max(0, refunded - direct))
  return { back: Math.max(0, direct - refunded), freed }
}
