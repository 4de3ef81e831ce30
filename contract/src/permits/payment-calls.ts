import { z } from 'zod'
import { keptText } from '../query/values.ts'

const Amount = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const Pid = z.string().min(1).max(64)
const Reference = z.object({ pid: z.string(), title: z.string() })

/** Body of `POST /payments/{pid}/refunds`; a repeated key answers the first refund. Answers 201 `{ pid }`, of the refund's own record. */
export const RefundBody = z.strictObject({ amount: Amount, reason: keptText(1_000), idempotencyKey: keptText(200).optional() })

/** Body of `POST /payments/{pid}/allocations`: so much of a payment goes to the open fees of a permit, those due first. Answers as GET. */
export const AllocationBody = z.strictObject({ permit: Pid, amount: Amount })

/** Answer of `GET /payments/{pid}/allocations`: which permits a payment covers, and what of it is still free. A permit the viewer may not see is null. */
export const Allocations = z.object({
  allocations: z.array(z.object({ permit: Reference.nullable(), amount: z.int(), at: z.string() })),
  allocated: z.int(),
  free: z.int(),
})
export type Allocations = z.infer<typeof Allocations>

/** Answer of `GET /payments/{pid}/refunds`: what was given back of a payment, and the most that still may be. */
export const Refunds = z.object({
  refunds: z.array(z.object({ pid: z.string(), refNo: z.string(), amount: z.int(), reason: z.string().nullable(), at: z.string() })),
  refundable: z.int(),
})
export type Refunds = z.infer<typeof Refunds>

/** Answer of `GET /permits/{pid}/allocations`: what was put to the permit's fees of payments that came without one. */
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
