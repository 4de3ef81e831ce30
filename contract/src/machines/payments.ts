import { paidStatuses } from '../permits/payment-calls.ts'
import type { RecordValues } from '../query/writes.ts'
import { unmet } from './blockers.ts'
import { administrators, staff, transitionsTo } from './machine.ts'
import type { Machine, TransitionInput, Transition } from './machine.ts'

const labels: Readonly<Record<string, string>> = {
  DRAFT: 'Draft',
  DUE: 'Request payment',
  PENDING: 'Payment pending',
  PAID: 'Record payment',
  PARTIALLY_REFUNDED: 'Partial refund',
  REFUNDED: 'Refund',
  FAILED: 'Mark as failed',
  OVERDUE: 'Mark as overdue',
  WRITTEN_OFF: 'Write off',
  VOID: 'Void payment',
}

const isVoid = transitionsTo(administrators, ['VOID'], { asksReason: true })
/** Voiding a paid payment refunds it. It is refused while the payment is allocated to fees. */
const isUndone = transitionsTo(administrators, ['VOID'], {
  asksReason: true,
  guards: (_payment, { allocated }) =>
    allocated === 0 ? [] : [unmet('allocated', 'Can’t be voided: it is allocated to fees.', 'Payment data')],
})
const writeOff = transitionsTo(administrators, ['WRITTEN_OFF'], { asksReason: true })

/**
 * Manual transitions of a payment. Refunds are separate records and change the status of the payment
 * automatically. Voiding a paid payment refunds it. Source: domain.md 3.
 */
const next: Readonly<Record<string, readonly Transition[]>> = {
  DRAFT: [...transitionsTo(staff, ['DUE']), ...isVoid],
  DUE: [...transitionsTo(staff, ['PENDING', 'PAID']), ...isVoid],
  PENDING: [
    ...transitionsTo(staff, ['PAID']),
    ...transitionsTo(staff, ['FAILED'], { asksReason: true }),
    ...isVoid,
  ],
  FAILED: [...transitionsTo(staff, ['DUE']), ...isVoid],
  OVERDUE: [...transitionsTo(staff, ['PENDING', 'PAID']), ...writeOff, ...isVoid],
  PAID: isUndone,
  PARTIALLY_REFUNDED: isUndone,
}

/** A manual refund is paid out only once and never exceeds the amount paid. */
const isCovered: Transition['guards'] = (refund, { refundable }) =>
  Number(refund['total'] ?? 0) <= refundable
    ? []
    : [unmet('above-paid', 'Refund exceeds the amount paid.', 'Payment data', { refundable })]

const received: readonly TransitionInput[] = [
  { name: 'method', type: 'enum', required: false },
  { name: 'reference', type: 'text', required: false },
]
const inputs: Readonly<Record<string, readonly TransitionInput[]>> = {
  PENDING: received,
  PAID: [...received, { name: 'paidOn', type: 'date', required: false }],
}

/** Inputs of the transition of a payment to a status, with what is known of the payment as defaults. */
export function paymentInputs(to: string, payment: RecordValues): TransitionInput[] {
  return (inputs[to] ?? []).map((input) => {
    const known = received.includes(input) ? payment[input.name] : null
    return typeof known === 'string' ? { ...input, value: known } : input
  })
}

function waysOf(payment: RecordValues): readonly Transition[] {
  const own = next[String(payment['status'])] ?? []
  if (payment['kind'] !== 'REFUND') return own
  if (paidStatuses.includes(String(payment['status']))) return []
  return own.map((transition) =>
    transition.to === 'PAID' ? { ...transition, roles: administrators, guards: isCovered } : transition,
  )
}

export const paymentMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'ORG_ADMIN',
  label: (to) => labels[to] ?? to,
  inputs: paymentInputs,
  transitions: waysOf,
}
