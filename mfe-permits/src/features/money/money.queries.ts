import { Allocations, Notes, PermitAllocations, Refunds, collections, paidStatuses } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { crud, listShape, nothing, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const maxPayments = 500

/** All fees, payments and refunds of a permit, in order. */
export const paymentsOfPermitQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('payments'), 'of', permit] as const,
    queryFn: async ({ signal }) => {
      const query = { filter: { permit }, sort: 'createdAt', pageSize: maxPayments }
      return (
        await crud({ apiPath: '/payments', method: 'GET', query }, listShape(collections.payments), {
          signal,
        })
      ).records
    },
  })

/** The allocations of payments without a permit to a permit's fees. */
export const permitAllocationsQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'allocations'] as const,
    queryFn: async ({ signal }) =>
      (
        await crud({ apiPath: `/permits/${permit}/allocations`, method: 'GET' }, PermitAllocations, {
          signal,
        })
      ).allocations,
  })

export const refundsQuery = (payment: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('payments', payment), 'refunds'] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/payments/${payment}/refunds`, method: 'GET' }, Refunds, { signal }),
  })

export const allocationsQuery = (payment: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('payments', payment), 'allocations'] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/payments/${payment}/allocations`, method: 'GET' }, Allocations, { signal }),
  })

export interface NewFee {
  feeCode: string
  amount: number
  description?: string
  dueDate?: string
}

export const addFee = (permit: string, fee: NewFee) =>
  crud({ apiPath: '/payments', method: 'POST', body: { permit, kind: 'FEE', ...fee } }, nothing)

/** Reports a pending payment to the office, as a note on the permit that both sides can read. */
export const notifyOffice = (permit: string, content: string) =>
  crud({ apiPath: `/permits/${permit}/notes`, method: 'POST', body: { content } }, nothing)

/** The last note of a permit with this beginning; null when there is none. */
export const lastNoteQuery = (permit: string, beginning: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'last-note', beginning] as const,
    queryFn: async ({ signal }) => {
      const { notes } = await crud({ apiPath: `/permits/${permit}/notes`, method: 'GET' }, Notes, { signal })
      return notes.findLast(({ content }) => content.startsWith(beginning)) ?? null
    },
  })

/** The idempotency key makes a repeated request the same refund. */
export const refundPayment = (
  payment: string,
  body: { amount: number; reason: string; idempotencyKey: string },
) => crud({ apiPath: `/payments/${payment}/refunds`, method: 'POST', body }, nothing)

export const allocatePayment = (payment: string, body: { permit: string; amount: number }) =>
  crud({ apiPath: `/payments/${payment}/allocations`, method: 'POST', body }, nothing)

export const releasePayment = (payment: string, permit: string) =>
  crud({ apiPath: `/payments/${payment}/allocations/release`, method: 'POST', body: { permit } }, nothing)

/** Whether the payment was received. */
export const isPaid = (payment: AnyRecord): boolean => paidStatuses.includes(String(payment['status']))

/** The number shown for a payment. */
export const numberOf = (payment: AnyRecord): string =>
  typeof payment['refNo'] === 'string' ? payment['refNo'] : payment.pid

export const centsOf = (record: AnyRecord, field: string): number =>
  typeof record[field] === 'number' ? record[field] : 0

/** URL of a payment's receipt. */
export const receiptUrl = (payment: string): string => `/api/payments/${encodeURIComponent(payment)}/receipt`
