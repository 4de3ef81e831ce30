import { administrators, staff, ways } from './machine.ts'
import type { Machine, Way } from './machine.ts'

const labels: Readonly<Record<string, string>> = {
  DRAFT: 'Draft',
  DUE: 'Ask for it',
  PENDING: 'Mark as pending',
  PAID: 'Record as paid',
  PARTIALLY_REFUNDED: 'Refund in part',
  REFUNDED: 'Refund',
  FAILED: 'Mark as failed',
  OVERDUE: 'Mark as overdue',
  WRITTEN_OFF: 'Write off',
  VOID: 'Void',
}

const isVoid = ways(administrators, ['VOID'], { asksReason: true })
const writeOff = ways(administrators, ['WRITTEN_OFF'], { asksReason: true })

/** Steps of a payment; refunds are records of their own and move it by themselves. Source: domain.md section 3. */
const next: Readonly<Record<string, readonly Way[]>> = {
  DRAFT: [...ways(staff, ['DUE']), ...isVoid],
  DUE: [...ways(staff, ['PENDING', 'PAID']), ...isVoid],
  PENDING: [...ways(staff, ['PAID']), ...ways(staff, ['FAILED'], { asksReason: true }), ...isVoid],
  FAILED: [...ways(staff, ['DUE']), ...isVoid],
  OVERDUE: [...ways(staff, ['PENDING', 'PAID']), ...writeOff, ...isVoid],
}

export const paymentMachine: Machine = {
  statuses: Object.keys(labels),
  label: (to) => labels[to] ?? to,
  ways: (payment) => next[String(payment['status'])] ?? [],
}
