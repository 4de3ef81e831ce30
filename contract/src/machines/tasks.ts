import { unmet } from './blockers.ts'
import { anyone, staff, ways } from './machine.ts'
import type { Machine, Way } from './machine.ts'
import { documentTypes } from '../permits/code-tables.ts'

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

/** A task that asks for a document is handed in with it. */
const hasDocument: Way['guards'] = ({ requiredDocument }, { files }) => {
  if (typeof requiredDocument !== 'string' || files > 0) return []
  const document = documentTypes.find(({ code }) => code === requiredDocument)?.label ?? requiredDocument
  const sentence = `The document asked for is missing: upload it first (${document.toLowerCase()}).`
  return [unmet('document-missing', sentence, 'Files', { documentType: requiredDocument })]
}
const submitted = ways(anyone, ['SUBMITTED'], { guards: hasDocument })

/** Steps of what a client is asked to do: the client begins and submits, the office accepts or returns it. */
const forClient: Readonly<Record<string, readonly Way[]>> = {
  OPEN: [...ways(anyone, ['IN_PROGRESS']), ...submitted, ...ways(staff, ['DONE', 'CANCELLED'])],
  IN_PROGRESS: [...submitted, ...ways(staff, ['DONE', 'CANCELLED'])],
  SUBMITTED: [...ways(staff, ['DONE']), ...ways(staff, ['RETURNED'], { asksReason: true }), ...ways(staff, ['CANCELLED'])],
  RETURNED: [...ways(anyone, ['IN_PROGRESS']), ...submitted, ...ways(staff, ['DONE', 'CANCELLED'])],
  DONE: ways(staff, ['OPEN'], { asksReason: true }),
}

export const taskMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'MEMBER',
  label: (to) => labels[to] ?? to,
  ways: (task) => (task['audience'] === 'CLIENT' ? forClient : internal)[String(task['status'])] ?? [],
}
