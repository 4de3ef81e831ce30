import { invalid, paymentMachine, paymentStatus } from '@portal/contract'
import type { GuardContext, RecordValues, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { CollectionTransitions } from '#engine/transitions/collection-transitions.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { writeRefund } from './apply-refund.ts'
import { lockPermitsSql } from './permits-of-payments.ts'
import { settlePermits, takeOffVoid } from './settle.ts'

const PaymentFacts = z.object({ refundable: z.number(), allocated: z.number() })

/**
 * The refundable amount. For a payment: what is paid and neither refunded nor allocated to fees; 0 for a
 * write-off. For a manual refund: what was paid for its permit. The payment and its permit are locked.
 */
async function guardContext({
  context: { deps, trx },
  pid,
  before: payment,
}: LockedRecord<'payments'>): Promise<Pick<GuardContext, 'refundable' | 'allocated'>> {
  const isRefund = payment.kind === 'REFUND'
  const statement = isRefund
    ? sql`select coalesce((select p.paid_total from permits p where p.pid = ${payment.permit}), 0)::bigint as refundable, 0 as allocated`
    : sql`select a.allocated, case when y.kind <> 'WRITE_OFF' and y.status in ('PAID', 'PARTIALLY_REFUNDED') then y.total
        - coalesce((select sum(r.total) from payments r where r.refund_of = y.pid and r.status = 'PAID' and r.deleted_at is null), 0)
        - a.allocated else 0 end::bigint as refundable
      from payments y, lateral (select coalesce(sum(a.amount), 0)::bigint as allocated from payment_allocations a where a.payment = y.pid) a where y.pid = ${pid}`
  const [row] = await run(deps.database, trx, statement)
  return row === undefined ? { refundable: 0, allocated: 0 } : PaymentFacts.parse(row)
}

/** Transitions that keep the payment date. */
const keepsPaymentDate: readonly string[] = [
  paymentStatus.PARTIALLY_REFUNDED,
  paymentStatus.REFUNDED,
  paymentStatus.VOID,
]

/** The payment time: now, or noon UTC of an earlier day, which is the same date in most time zones. */
const paidAt = (now: Date, today: string, paidOn: string | null | undefined) =>
  !paidOn || paidOn === today ? now.toISOString() : `${paidOn}T12:00:00.000Z`

function updates(
  { context: { now, today } }: LockedRecord<'payments'>,
  { to, reason, method, reference, paidOn }: TransitionBody,
): RecordValues {
  const isPaid = to === paymentStatus.PAID
  return {
    status: to,
    ...(keepsPaymentDate.includes(to) ? {} : { paidAt: isPaid ? paidAt(now, today, paidOn) : null }),
    ...(reason ? { reason } : {}),
    ...(method ? { method } : {}),
    ...(reference ? { reference } : {}),
  }
}

/** Throws 400 if the date of receipt is in the future. */
function checkInputs({ context: { today } }: LockedRecord<'payments'>, { paidOn }: TransitionBody): void {
  if (paidOn && paidOn > today) throw invalid('body.paidOn', 'out-of-range', 'body.paidOn is in the future')
}

/** Refunds what was paid of a voided payment in the same transaction. */
async function onTransition(
  locked: LockedRecord<'payments'>,
  { to, reason }: TransitionBody,
  { refundable }: GuardContext,
): Promise<void> {
  const none = { back: to === paymentStatus.VOID ? refundable : 0, freed: [] }
  const { back, freed } =
    to === paymentStatus.VOID && locked.before.kind === 'FEE' ? await takeOffVoid(locked) : none
  if (back > 0) await writeRefund(locked, { amount: back, reason })
  await settlePermits(locked.context, [locked.before.permit, ...freed])
}

export const paymentTransitions: CollectionTransitions<'payments'> = {
  machine: () => paymentMachine,
  guardContext,
  async lockBefore({ deps, trx }, _rows, pid) {
    await run(deps.database, trx, lockPermitsSql([], [pid]))
  },
  checkInputs,
  updates,
  onTransition,
}
