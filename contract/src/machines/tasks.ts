import { anyone, staff, ways } from './machine.ts'
import type { Machine, Way } from './machine.ts'

const labels: Readonly<Record<string, string>> = {
  OPEN: 'Reopen',
  IN_PROGRESS: 'Start',
  WAITING: 'Wait',
  BLOCKED: 'Block',
  SUBMITTED: 'Submit',
  RETURNED: 'Return',
  DONE: 'Finish',
  CANCELLED: 'Cancel the task',
}

/** Steps of the office's own tasks. Source: domain.md section 3. */
const internal: Readonly<Record<string, readonly Way[]>> = {
  OPEN: ways(staff, ['IN_PROGRESS', 'WAITING', 'BLOCKED', 'DONE', 'CANCELLED']),
  IN_PROGRESS: ways(staff, ['WAITING', 'BLOCKED', 'DONE', 'CANCELLED']),
  WAITING: ways(staff, ['IN_PROGRESS', 'DONE', 'CANCELLED']),
  BLOCKED: ways(staff, ['IN_PROGRESS', 'DONE', 'CANCELLED']),
  DONE: ways(staff, ['OPEN'], { asksReason: true }),
}

/** Steps of what a client is asked to do: the client begins and submits, the office accepts or returns it. */
const forClient: Readonly<Record<string, readonly Way[]>> = {
  OPEN: [...ways(anyone, ['IN_PROGRESS', 'SUBMITTED']), ...ways(staff, ['DONE', 'CANCELLED'])],
  IN_PROGRESS: [...ways(anyone, ['SUBMITTED']), ...ways(staff, ['DONE', 'CANCELLED'])],
  SUBMITTED: [...ways(staff, ['DONE']), ...ways(staff, ['RETURNED'], { asksReason: true }), ...ways(staff, ['CANCELLED'])],
  RETURNED: [...ways(anyone, ['IN_PROGRESS', 'SUBMITTED']), ...ways(staff, ['DONE', 'CANCELLED'])],
  DONE: ways(staff, ['OPEN'], { asksReason: true }),
}

export const taskMachine: Machine = {
  statuses: Object.keys(labels),
  label: (to) => labels[to] ?? to,
  ways: (task) => (task['audience'] === 'CLIENT' ? forClient : internal)[String(task['status'])] ?? [],
}
