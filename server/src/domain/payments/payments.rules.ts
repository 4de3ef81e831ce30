import {
  Refusal,
  initialConfiguration,
  invalid,
  isAdministrator,
  paidStatuses,
  paymentStatus,
  phrase,
} from '@portal/contract'
import type { Actor, RecordValues, ValuesOf, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { notifyNewPayment } from '../notifications/assignments.ts'
import { lockPermitsSql } from './permits-of-payments.ts'
import { settlePermits } from './settle.ts'
import { lookUpOnce, run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { findPermitFacts } from '../permit-facts.ts'
import type { CollectionRules, Write } from '#engine/modules/collection-rules.ts'

type Payments = typeof collections.payments
type PaymentValues = ValuesOf<Payments>

const Currency = z.object({ currency: z.string().nullable() })

/** Maximum amount of one payment in minor units, so that the totals of hundreds of payments stay exact. */
const maxTotal = 10_000_000_000_000

/** Amount plus tax. Throws 400 for an invalid total. */
function totalOf({ amount, tax }: PaymentValues): number {
  const total = (amount ?? 0) + (tax ?? 0)
  if (total > maxTotal)
    throw invalid(
      'body.amount',
      'out-of-range',
      phrase('body.amount plus tax exceeds the maximum of {{largestTotal}}', {
        largestTotal: maxTotal,
      }),
    )
  return total
}

/** Only administrators create refunds and write-offs. Source: domain.md 5. */
function requireMayMake(actor: Actor, kind: PaymentValues['kind']): void {
  if ((kind === 'REFUND' || kind === 'WRITE_OFF') && !isAdministrator(actor.role)) {
    throw new Refusal('forbidden', 'Only administrators can make refunds and write-offs.')
  }
}

const fixedOncePaid = ['amount', 'tax', 'kind', 'permit', 'org'] as const

/** A paid or refunded payment cannot be changed or deleted, only refunded or voided. */
function requireOpenAmount(write: Extract<Write<Payments>, { action: 'update' | 'delete' }>): void {
  if (!paidStatuses.includes(write.before.status ?? '')) return
  const { before } = write
  if (
    write.action === 'update' &&
    fixedOncePaid.every((name) => write.values[name] === undefined || write.values[name] === before[name])
  )
    return
  const sentence = 'This payment was received. Refund or void it instead.'
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

async function currency(context: WriteContext): Promise<string> {
  const [row] = await lookUpOnce(
    context,
    sql`select config->>'currency' as currency from configuration where id = 1`,
    Currency,
  )
  return row?.currency ?? initialConfiguration().currency
}

/** A payment of a permit takes the client and the submission cycle of the permit. */
async function fromPermit(context: WriteContext, payment: PaymentValues): Promise<RecordValues> {
  const permit = await findPermitFacts(context, payment.permit)
  if (permit === undefined) return {}
  const org = payment.org ?? permit.org
  if (org !== permit.org)
    throw invalid('body.org', 'out-of-scope', 'body.org is not the client of the permit')
  return { org, cycleNo: payment.cycleNo ?? permit.cycle_no ?? 1 }
}

export const paymentRules: CollectionRules<Payments> = {
  /** A refund of a payment is paid when it is created; every other payment is due by default. */
  defaults: (_actor, values, now) => ({
    tax: 0,
    ...values,
    ...(values.refundOf
      ? { status: paymentStatus.PAID, paidAt: now.toISOString() }
      : { status: values.status ?? paymentStatus.DUE }),
  }),
  required: (payment) => (payment.permit || payment.org ? [] : ['permit', 'org']),
  async findRepeated({ deps, trx }, values) {
    const key = values.idempotencyKey
    if (key === null || key === undefined) return undefined
    const [row] = await run(
      deps.database,
      trx,
      sql`select pid from payments where idempotency_key = ${key}`,
      z.object({ pid: z.string() }),
    )
    return row?.pid
  },
  /**
   * Locks permits before their related records, in the order of their pids, as every transition does. This
   * includes the permits of payments that cover a fee.
   */
  async lockFirst({ deps, trx }, pids, writes) {
    const named = writes.map(({ permit }) => permit).filter((permit) => typeof permit === 'string')
    if (pids.length === 0 && named.length === 0) return
    await run(deps.database, trx, lockPermitsSql(named, pids))
  },
  async beforeWrite(context, write) {
    if (write.action !== 'create') requireOpenAmount(write)
    if (write.action === 'delete') return {}
    requireMayMake(context.actor, write.values.kind)
    const payment: PaymentValues =
      write.action === 'update' ? { ...write.before, ...write.values } : write.values
    const moved =
      write.action === 'create' || write.values.permit !== undefined || write.values.org !== undefined
    return {
      ...write.values,
      ...(moved ? await fromPermit(context, payment) : {}),
      ...(write.action === 'create' ? { currency: await currency(context) } : {}),
      total: totalOf(payment),
    }
  },
  /** Recalculates the totals of the permit, and of the previous permit if the payment was moved. */
  async afterWrite(context, written) {
    const { before, after } = written
    const covered = await settlePermits(context, [before?.permit, after?.permit])
    // No payment request is sent for a fee that credit covered immediately.
    if (
      !covered.some(({ fees }) =>
        fees.some(({ fee, amount }) => fee.pid === written.pid && amount === after?.total),
      )
    )
      await notifyNewPayment(context, written)
  },
  async afterRestore(context, before) {
    await settlePermits(context, [before.permit])
  },
}
