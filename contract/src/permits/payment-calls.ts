import { z } from 'zod'
import { LocalDate } from '../time.ts'
import { paymentMethodCodes } from './code-tables.ts'
import { keptText } from '../query/values.ts'

const Amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const Pid = z.string().min(1).max(64)
const Reference = z.object({ pid: z.string(), title: z.string() })

/**
 * Body of `POST /payments/{pid}/refunds`; a repeated key answers the first refund. Answers 201 `{ pid }`, of
 * the refund's own record.
 */
export const RefundBody = z.strictObject({
  amount: Amount,
  reason: keptText(1_000),
  idempotencyKey: keptText(200).optional(),
})

/**
 * Body of `POST /payments/{pid}/allocations`: so much of a payment goes to the open fees of a permit, those
 * due first. Answers as GET.
 */
export const AllocationBody = z.strictObject({ permit: Pid, amount: Amount })

/**
 * Body of `POST /payments/{pid}/allocations/release`: what the payment covers of this permit is free again,
 * and its fees are due again. Answers as GET.
 */
export const ReleaseBody = z.strictObject({ permit: Pid })

/** A fee, by pid and number, and what a payment covers of it. */
export const CoveredFee = z.object({ fee: Reference, amount: z.int() })
export type CoveredFee = z.infer<typeof CoveredFee>

/**
 * Body of `POST /payments/record`: money that came in for a permit, for one of its fees, or for an
 * organization's account. It covers fees of the permit by itself, the named one first and then those due
 * first; what is left is credit. A repeated key answers the first payment.
 */
export const RecordedPayment = z.strictObject({
  permit: Pid.optional(),
  org: Pid.optional(),
  fee: Pid.optional(),
  amount: Amount,
  method: z.enum(paymentMethodCodes),
  paidOn: LocalDate.optional(),
  reference: keptText(100).optional(),
  payerName: keptText(200).optional(),
  description: keptText(500).optional(),
  idempotencyKey: keptText(200).optional(),
})
export type RecordedPayment = z.infer<typeof RecordedPayment>

/** Answer of `POST /payments/record`: the payment, the fees it covers, and what of it is credit. */
export const PaymentRecorded = z.object({
  pid: z.string(),
  refNo: z.string(),
  allocations: z.array(CoveredFee),
  credit: z.int(),
})
export type PaymentRecorded = z.infer<typeof PaymentRecorded>

/**
 * Answer of `GET /payments/{pid}/allocations`: which permits a payment covers, and what of it is still free.
 * A permit the viewer may not see is null.
 */
export const Allocations = z.object({
  allocations: z.array(
    z.object({
      permit: Reference.nullable(),
      amount: z.int(),
      at: z.string(),
      fees: z.array(CoveredFee).default([]),
    }),
  ),
  allocated: z.int(),
  free: z.int(),
})
export type Allocations = z.infer<typeof Allocations>

/**
 * Answer of `GET /payments/{pid}/refunds`: what was given back of a payment, and the most that still may be.
 */
export const Refunds = z.object({
  refunds: z.array(
    z.object({
      pid: z.string(),
      refNo: z.string(),
      amount: z.int(),
      reason: z.string().nullable(),
      at: z.string(),
    }),
  ),
  refundable: z.int(),
})
export type Refunds = z.infer<typeof Refunds>

/**
 * Answer of `GET /permits/{pid}/allocations`: what was put to the permit's fees of payments that came without
 * one.
 */
export const PermitAllocations = z.object({
  allocations: z.array(z.object({ payment: Reference, fee: Reference, amount: z.int(), at: z.string() })),
})
export type PermitAllocations = z.infer<typeof PermitAllocations>

/** Steps of a payment with which it is told how the money comes. */
export const asksMethod = (to: string): boolean => to === 'PENDING' || to === 'PAID'

/** Statuses of a fee that is asked for and not paid. */
export const unpaidStatuses: readonly string[] = ['DUE', 'PENDING', 'FAILED', 'OVERDUE']

/** Statuses of a payment whose money has come in. */
export const paidStatuses: readonly string[] = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
