import {
  AllocationBody,
  CoveredFee,
  Refusal,
  collections,
  invalid,
  isStaff,
  refusalOf,
} from '@portal/contract'
import type { Actor, Allocations, PermitAllocations, RecordOf } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { referenceVisibleSql, referenceSql } from '#engine/sql/field-sql.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { inTransition, readVisible } from '#engine/transitions/lock-visible.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { run } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { putTo, refuse, settlePermits, recordAllocation } from './settle.ts'
import { PaymentNumber } from './payment-number.ts'

/** Kinds of payments that can be allocated to the fees of permits. */
const covering: readonly RecordOf<typeof collections.payments>['kind'][] = ['PAYMENT', 'DEPOSIT', 'INVOICE']

export const OpenFee = z.object({ pid: z.string(), number: PaymentNumber, open: z.number() })
export type OpenFee = z.infer<typeof OpenFee>

/** The open fees of a permit, ordered by due date. */
export async function openFees({ deps, trx }: WriteContext, permit: string): Promise<OpenFee[]> {
  const fees = await run(
    deps.database,
    trx,
    sql`select y.pid, y.ref_no as number, (y.total - coalesce((select sum(a.amount) from payment_allocations a where a.fee = y.pid), 0))::bigint as open
      from payments y where y.permit = ${permit} and y.kind = 'FEE' and y.status in ('DUE', 'OVERDUE', 'PENDING', 'FAILED') and y.deleted_at is null
      order by y.due_date nulls last, y.seq`,
    OpenFee,
  )
  return fees.filter(({ open }) => open > 0)
}

/**
 * Locks the permits first, in the order of their pids, since every transition locks a permit before its
 * related records.
 */
export async function lockBoth(
  context: WriteContext,
  pid: string,
  permits: readonly (string | null)[],
): Promise<LockedRecord<'payments'>> {
  const named = [...new Set(permits.filter((permit) => typeof permit === 'string'))].toSorted()
  for (const permit of named) await lockRelated(context, 'permits', permit)
  const locked = await lockRelated(context, 'payments', pid)
  if (locked === undefined) throw new Refusal('not-found', 'The payment was deleted.')
  return locked
}

/**
 * `POST /payments/{pid}/allocations`: allocates a part of a payment to the open fees of one of its client's
 * permits; a fully covered fee becomes paid. The amount must not exceed what is left of the payment or what
 * the permit owes. Throws 403 for clients, 404, 400, 409 with a reason.
 */
export async function allocatePayment(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<Allocations> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only the office can allocate payments.')
  await inTransition(deps, actor, collections.payments, async (context) => {
    const seen = await readVisible(context, pid)
    const parsed = AllocationBody.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { permit, amount } = parsed.data
    const locked = await lockBoth(context, pid, [permit, seen.before.permit])
    const [owner] = await run(
      deps.database,
      context.trx,
      sql`select org from permits where pid = ${permit} and deleted_at is null and status <> 'DRAFT'`,
      z.object({ org: z.string() }),
    )
    if (owner === undefined)
      throw invalid('body.permit', 'unknown-reference', 'body.permit is not a record you have access to')
    if (owner.org !== locked.before.org)
      throw invalid(
        'body.permit',
        'out-of-scope',
        'body.permit belongs to a different client than the payment',
      )
    const { refundable } = await loadGuardContext(locked)
    if (!covering.includes(locked.before.kind) || refundable === 0)
      throw refuse('This payment has no unallocated amount.')
    if (amount > refundable) throw refuse('The amount exceeds the unallocated amount of the payment.')
    const fees = await openFees(context, permit)
    if (amount > fees.reduce((sum, { open }) => sum + open, 0))
      throw refuse('The amount exceeds the permit’s balance due.')
    const put: CoveredFee[] = []
    let rest = amount
    for (const fee of fees) {
      const part = Math.min(rest, fee.open)
      if (part > 0) {
        await putTo(context, pid, permit, fee, part)
        put.push({ fee: { pid: fee.pid, title: fee.number }, amount: part })
      }
      rest -= part
    }
    await recordAllocation(context, pid, { from: null, to: { permit, amount, fees: put } })
    await settlePermits(context, [permit])
  })
  deps.writes.notify()
  return listAllocations(deps, actor, pid)
}

/**
 * `GET /payments/{pid}/allocations`: the permits that a payment the actor may see covers, and its
 * unallocated amount. A permit the actor may not see, because it now belongs to another client, has no name.
 * Throws 403, 404.
 */
export function listAllocations(deps: RecordDeps, actor: Actor, pid: string): Promise<Allocations> {
  return inTransition(deps, actor, collections.payments, async (context) => {
    const locked = await readVisible(context, pid)
    const { refundable } = await loadGuardContext(locked)
    const permit = sql.raw(referenceSql('permits', 'a.permit', actor.role === 'client'))
    const rows = await run(
      deps.database,
      context.trx,
      sql`select ${permit} as permit, a.amount, a.at, a.fees from (select ${actor.org}::text as org) viewer,
        (select l.permit, sum(l.amount)::bigint as amount, max(l.at) as at, max(l.id) as id,
            coalesce(json_agg(json_build_object('fee', json_build_object('pid', f.pid, 'title', f.ref_no), 'amount', l.amount) order by l.id)
              filter (where ${referenceVisibleSql('payments', 'f', actor)}), '[]') as fees
          from payment_allocations l join payments f on f.pid = l.fee where l.payment = ${pid} group by l.permit) a
        order by a.id`,
      z.object({
        permit: z.object({ pid: z.string(), title: z.string() }).nullable(),
        amount: z.number(),
        at: z.date(),
        fees: z.array(CoveredFee),
      }),
    )
    return {
      allocations: rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        fees: row.permit === null ? [] : row.fees,
      })),
      allocated: rows.reduce((sum, { amount }) => sum + amount, 0),
      free: covering.includes(locked.before.kind) ? refundable : 0,
    }
  })
}

/**
 * `GET /permits/{pid}/allocations`: the parts of payments without a permit that are allocated to the fees of
 * a permit the actor may see. Throws 403, 404.
 */
export function listAllocationsOfPermit(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
): Promise<PermitAllocations> {
  return inTransition(deps, actor, collections.permits, async (context) => {
    await readVisible(context, pid)
    const rows = await run(
      deps.database,
      context.trx,
      sql`select a.payment, y.ref_no as number, a.fee, f.ref_no as "feeNumber", a.amount::bigint as amount, a.at
        from payment_allocations a join payments y on y.pid = a.payment and ${referenceVisibleSql('payments', 'y', actor)}
        join payments f on f.pid = a.fee and ${referenceVisibleSql('payments', 'f', actor)} where a.permit = ${pid} order by a.id`,
      z.object({
        payment: z.string(),
        number: PaymentNumber,
        fee: z.string(),
        feeNumber: PaymentNumber,
        amount: z.number(),
        at: z.date(),
      }),
    )
    return {
      allocations: rows.map(({ payment, number, fee, feeNumber, amount, at }) => ({
        payment: { pid: payment, title: number },
        fee: { pid: fee, title: feeNumber },
        amount,
        at: at.toISOString(),
      })),
    }
  })
}
