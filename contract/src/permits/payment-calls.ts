import { z } from 'zod'
import { LocalDate } from '../time.ts'
import { paymentMethodCodes } from './code-tables.ts'
import { storableText } from '../query/values.ts'

const Amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const Pid = z.string().min(1).max(64)
const Reference = z.object({ pid: z.string(), title: z.string() })

/**
 * Body of `POST /payments/{pid}/refunds`. Answers 201 `{ pid }` with the pid of the refund record; a repeated
 * key answers the first refund.
 */
export const RefundBody = z.strictObject({
  amount: Amount,
  reason: storableText(1_000),
  idempotencyKey: storableText(200).optional(),
})

/**
 * Body of `POST /payments/{pid}/allocations`: allocates an amount of a payment to the open fees of a permit,
 * earliest due date first. Answers as GET.
 */
export const AllocationBody = z.strictObject({ permit: Pid, amount: Amount })

/**
 * Body of `POST /payments/{pid}/allocations/release`: releases the allocations of the payment to this permit,
 * so that its fees are due again. Answers as GET.
 */
export const ReleaseBody = z.strictObject({ permit: Pid })

/** A fee by pid and number, and the amount that a payment covers. */
export const CoveredFee = z.object({ fee: Reference, amount: z.int() })
export type CoveredFee = z.infer<typeof CoveredFee>

/**
 * Body of `POST /payments/record`: a payment received for a permit, for one of its fees, or for the account
 * of an organization. It is allocated to the permit's fees automatically: first the named fee, then by due
 * date. The remainder is credit. A repeated key answers the first payment.
 */
export const RecordedPayment = z.strictObject({
  permit: Pid.optional(),
  org: Pid.optional(),
  fee: Pid.optional(),
  amount: Amount,
  method: z.enum(paymentMethodCodes),
  paidOn: LocalDate.optional(),
  reference: storableText(100).optional(),
  payerName: storableText(200).optional(),
  description: storableText(500).optional(),
  idempotencyKey: storableText(200).optional(),
})
export type RecordedPayment = z.infer<typeof RecordedPayment>

/** Response of `POST /payments/record`: the payment, the covered fees, and the remaining credit. */
export const PaymentRecorded = z.object({
  pid: z.string(),
  refNo: z.string(),
  allocations: z.array(CoveredFee),
  credit: z.int(),
})
export type PaymentRecorded = z.infer<typeof PaymentRecorded>

/**
 * Response of `GET /payments/{pid}/allocations`: the permits that a payment covers, and its unallocated
 * amount. A permit that the viewer may not see is null.
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
 * Response of `GET /payments/{pid}/refunds`: the refunds of a payment, and the maximum amount that can still
 * be refunded.
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
 * Response of `GET /permits/{pid}/allocations`: allocations to the permit's fees from payments that were not
 * made for a specific fee.
 */
export const PermitAllocations = z.object({
  allocations: z.array(z.object({ payment: Reference, fee: Reference, amount: z.int(), at: z.string() })),
})
export type PermitAllocations = z.infer<typeof PermitAllocations>

/** Statuses of a requested and unpaid fee. */
export const unpaidStatuses: readonly string[] = ['DUE', 'PENDING', 'FAILED', 'OVERDUE']

/** Statuses of a received payment. */
export const paidStatuses: readonly string[] = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
