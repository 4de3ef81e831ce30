import {
  RecordedPayment,
  Refusal,
  checkWrite,
  choosableOptions,
  collections,
  invalid,
  isStaff,
  libraryOptions,
  paymentKind,
  paymentStatus,
  refusalOf,
} from '@portal/contract'
import type { Actor, CoveredFee, PaymentRecorded, PermitLibrary, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createRecordIn } from '#engine/write/create-record.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { rulesOf } from '#engine/modules/collection-module.ts'
import { applyTransition } from '#engine/transitions/apply-transition.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { inTransition } from '#engine/transitions/lock-visible.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { openFees } from './allocations.ts'
import type { OpenFee } from './allocations.ts'
import { putTo, refuse, recordAllocation } from './settle.ts'
import { PaymentNumber } from './payment-number.ts'

const serviceFee = 'SERVICE_FEE'

interface Target {
  permit: string | undefined
  org: string | undefined
  /** The fee to cover first. */
  fee: OpenFee | undefined
  feeCode: string
}

const FeeRow = z.object({ permit: z.string().nullable(), fee_code: z.string().nullable() })
type FeeRow = z.infer<typeof FeeRow>

const unknownFee = () => invalid('body.fee', 'unknown-reference', 'body.fee is not a fee you have access to')

/**
 * The permit, organization and fee of the payment. Locks the permit. Throws 400 for an unknown fee, 409 for a
 * fee that is not open.
 */
async function targetOf(context: WriteContext, { permit, org, fee }: RecordedPayment): Promise<Target> {
  const { deps, trx } = context
  if (fee === undefined && permit === undefined && org === undefined)
    throw invalid('body.permit', 'required', 'body.permit, body.org or body.fee is required')
  const [named] =
    fee === undefined
      ? []
      : await run(
          deps.database,
          trx,
          sql`select permit, fee_code from payments where pid = ${fee} and kind = 'FEE' and deleted_at is null`,
          FeeRow,
        )
  if (fee !== undefined && (named === undefined || named.permit === null)) throw unknownFee()
  const of = named?.permit ?? permit
  if (permit !== undefined && of !== permit)
    throw invalid('body.fee', 'out-of-scope', 'body.fee belongs to another permit')
  await rulesOf(collections.payments).lockFirst?.(context, [], [{ permit: of }])
  const open = of === undefined ? [] : await openFees(context, of)
  const first = fee === undefined ? undefined : open.find((each) => each.pid === fee)
  if (fee !== undefined && first === undefined) throw refuse('This fee is no longer open.')
  return {
    permit: of,
    org,
    fee: first,
    feeCode: named?.fee_code ?? (await codeOf(context, open[0])) ?? feeOfCredit(deps.permitLibrary.current),
  }
}

async function codeOf({ deps, trx }: WriteContext, fee: OpenFee | undefined): Promise<string | null> {
  if (fee === undefined) return null
  const [row] = await run(
    deps.database,
    trx,
    sql`select permit, fee_code from payments where pid = ${fee.pid}`,
    FeeRow,
  )
  return row?.fee_code ?? null
}

/** The fee of a payment that covers none: the service fee, or the first one in use if that is retired. */
function feeOfCredit(library: PermitLibrary): string {
  const fees = choosableOptions(libraryOptions(library, 'fees')).map(({ code }) => code)
  return fees.find((code) => code === serviceFee) ?? fees[0] ?? serviceFee
}

/** The current allocations of a payment. */
async function recordedOf(context: WriteContext, pid: string): Promise<PaymentRecorded> {
  const { deps, trx } = context
  const rows = await run(
    deps.database,
    trx,
    sql`select a.fee, f.ref_no as number, a.amount from payment_allocations a join payments f on f.pid = a.fee where a.payment = ${pid} order by a.id`,
    z.object({ fee: z.string(), number: PaymentNumber, amount: z.number() }),
  )
  const locked = await lockRelated(context, 'payments', pid)
  const { refundable } = locked === undefined ? { refundable: 0 } : await loadGuardContext(locked)
  const allocations: CoveredFee[] = rows.map(({ fee, number, amount }) => ({
    fee: { pid: fee, title: number },
    amount,
  }))
  return { pid, refNo: locked?.before.refNo ?? '', allocations, credit: refundable }
}

async function findByKey({ deps, trx }: WriteContext, key: string | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined
  const [row] = await run(
    deps.database,
    trx,
    sql`select pid from payments where idempotency_key = ${key} and deleted_at is null`,
    z.object({ pid: z.string() }),
  )
  return row?.pid
}

/**
 * `POST /payments/record`: records a received payment and all follow-up changes in one transaction. It
 * covers fees of the permit, the named fee first; the rest is credit. Returns what it covers. Throws 403 for
 * clients, 400 naming the field, 409 with a reason.
 */
export async function recordPayment(
  deps: RecordDeps,
  actor: Actor,
  body: unknown,
): Promise<{ isNew: boolean; recorded: PaymentRecorded }> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only the office can record payments.')
  const response = await inTransition(deps, actor, collections.payments, async (context) => {
    const parsed = RecordedPayment.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { amount, method, paidOn, reference, payerName, description, idempotencyKey } = parsed.data
    if (paidOn !== undefined && paidOn > context.today)
      throw invalid('body.paidOn', 'out-of-range', 'body.paidOn is in the future')
    const { permit, org, fee, feeCode } = await targetOf(context, parsed.data)
    const repeated = await findByKey(context, idempotencyKey)
    if (repeated !== undefined) return { isNew: false, recorded: await recordedOf(context, repeated) }
    const given: RecordValues = {
      kind: paymentKind.PAYMENT,
      amount,
      method,
      permit,
      org,
      payerName,
      description,
      idempotencyKey,
    }
    const values = checkWrite(
      collections.payments,
      actor,
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    )
    // Created as a draft and moved on in the same transaction, so that no payment request is sent for
    // received money. The fee is that of what it covers, also where that is retired by now.
    const { pid } = await createRecordIn(deps, context.trx, actor, collections.payments, {
      ...values,
      feeCode,
      status: paymentStatus.DRAFT,
    })
    if (fee !== undefined && permit !== undefined) {
      const part = Math.min(amount, fee.open)
      await putTo(context, pid, permit, fee, part)
      await recordAllocation(context, pid, {
        from: null,
        to: { permit, amount: part, fees: [{ fee: { pid: fee.pid, title: fee.number }, amount: part }] },
      })
    }
    const locked = await lockRelated(context, 'payments', pid)
    if (locked === undefined) throw new Refusal('not-found', 'The payment was deleted.')
    await applyTransition(locked, { to: paymentStatus.PAID, paidOn, reference })
    return { isNew: true, recorded: await recordedOf(context, pid) }
  })
  deps.writes.notify()
  return response
}
