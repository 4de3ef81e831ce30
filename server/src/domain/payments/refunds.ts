import {
  RefundBody,
  Refusal,
  collections,
  isAdministrator,
  isVisibleField,
  paidStatuses,
  refusalOf,
} from '@portal/contract'
import type { Actor, Refunds } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { RecordDeps } from '#engine/query/reading.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { inTransition, lockVisible, readVisible } from '#engine/transitions/lock-visible.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { applyRefund } from './apply-refund.ts'
import { PaymentNumber } from './payment-number.ts'

function refuse(sentence: string): Refusal {
  return new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

async function findByKey({ deps, trx }: WriteContext, key: string | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined
  const [row] = await run(
    deps.database,
    trx,
    sql`select pid from payments where idempotency_key = ${key}`,
    z.object({ pid: z.string() }),
  )
  return row?.pid
}

/**
 * `POST /payments/{pid}/refunds`: refunds a part of a payment. The payment is locked, so concurrent refunds never exceed the paid amount in total. A repeated idempotency key returns the first refund. Throws 403 unless the actor is an administrator, 404, 400, 409 with a reason.
 */
export async function refundPayment(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<{ pid: string; isNew: boolean }> {
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'Only administrators can make refunds.')
  const made = await inTransition(deps, actor, collections.payments, async (context) => {
    const locked = await lockVisible(context, pid)
    const parsed = RefundBody.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const repeated = await findByKey(context, parsed.data.idempotencyKey)
    if (repeated !== undefined) return { pid: repeated, isNew: false }
    const { kind, status } = locked.before
    if (kind === 'REFUND' || !paidStatuses.includes(String(status)))
      throw refuse('Only paid amounts can be refunded.')
    const { refundable } = await loadGuardContext(locked)
    if (parsed.data.amount > refundable) throw refuse('Refund exceeds the amount paid.')
    return { pid: await applyRefund(locked, parsed.data), isNew: true }
  })
  deps.writes.notify()
  return made
}

/**
 * `GET /payments/{pid}/refunds`: the refunds of a payment the actor may see, and the amount that can still be refunded. Throws 403, 404.
 */
export function listRefunds(deps: RecordDeps, actor: Actor, pid: string): Promise<Refunds> {
  return inTransition(deps, actor, collections.payments, async (context) => {
    const locked = await readVisible(context, pid)
    const { refundable } = await loadGuardContext(locked)
    const refunds = await run(
      deps.database,
      context.trx,
      sql`select r.pid, r.ref_no as "refNo", r.total as amount, r.reason, r.created_at as at from payments r
        where r.refund_of = ${pid} and r.status = 'PAID' and r.deleted_at is null order by r.seq`,
      z.object({
        pid: z.string(),
        refNo: PaymentNumber,
        amount: z.number(),
        reason: z.string().nullable(),
        at: z.date(),
      }),
    )
    const isReasonShown = isVisibleField(collections.payments.fields.reason, actor)
    return {
      refunds: refunds.map((refund) => ({
        ...refund,
        reason: isReasonShown ? refund.reason : null,
        at: refund.at.toISOString(),
      })),
      refundable,
    }
  })
}
