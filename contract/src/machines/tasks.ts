import { phrase } from '../sentence.ts'
import { unmet } from './blockers.ts'
import { anyone, staff, transitionsTo } from './machine.ts'
import type { Machine, Transition, TransitionInput } from './machine.ts'
import { isCertificateField } from '../people/certificates.ts'
import type { RecordValues } from '../query/writes.ts'

const labels: Readonly<Record<string, string>> = {
  OPEN: 'Reopen',
  IN_PROGRESS: 'Start',
  WAITING: 'Mark as waiting',
  BLOCKED: 'Mark as blocked',
  SUBMITTED: 'Submit',
  RETURNED: 'Return for changes',
  DONE: 'Complete',
  CANCELLED: 'Cancel task',
}

/** Transitions of internal tasks. Source: domain.md 3. */
const internal: Readonly<Record<string, readonly Transition[]>> = {
  OPEN: transitionsTo(staff, ['IN_PROGRESS', 'WAITING', 'BLOCKED', 'DONE', 'CANCELLED']),
  IN_PROGRESS: transitionsTo(staff, ['WAITING', 'BLOCKED', 'DONE', 'CANCELLED']),
  WAITING: transitionsTo(staff, ['IN_PROGRESS', 'DONE', 'CANCELLED']),
  BLOCKED: transitionsTo(staff, ['IN_PROGRESS', 'DONE', 'CANCELLED']),
  DONE: transitionsTo(staff, ['OPEN'], { asksReason: true }),
}

/** A task that requires a document can only be submitted with a file. */
const hasDocument: Transition['guards'] = ({ requiredDocument }, { files, library }) => {
  if (typeof requiredDocument !== 'string' || files > 0) return []
  const document =
    library.documentTypes.find(({ code }) => code === requiredDocument)?.label ?? requiredDocument
  const sentence = phrase('Upload the requested document first: {{document}}.', {
    document,
  })
  return [unmet('document-missing', sentence, 'Files', { documentType: requiredDocument })]
}
const submitted = transitionsTo(anyone, ['SUBMITTED'], { guards: hasDocument })

/** Transitions of client tasks: the client starts and submits, the office accepts or returns. */
const forClient: Readonly<Record<string, readonly Transition[]>> = {
  OPEN: [
    ...transitionsTo(anyone, ['IN_PROGRESS']),
    ...submitted,
    ...transitionsTo(staff, ['DONE', 'CANCELLED']),
  ],
  IN_PROGRESS: [...submitted, ...transitionsTo(staff, ['DONE', 'CANCELLED'])],
  SUBMITTED: [
    ...transitionsTo(staff, ['DONE']),
    ...transitionsTo(staff, ['RETURNED'], { asksReason: true }),
    ...transitionsTo(staff, ['CANCELLED']),
  ],
  RETURNED: [
    ...transitionsTo(anyone, ['IN_PROGRESS']),
    ...submitted,
    ...transitionsTo(staff, ['DONE', 'CANCELLED']),
  ],
  DONE: transitionsTo(staff, ['OPEN'], { asksReason: true }),
}

/**
 * A task that asks for a new certificate also asks for its last day, which the client knows and staff check.
 */
function inputs(to: string, task: RecordValues): TransitionInput[] {
  if (!isCertificateField(task['certificate']) || (to !== 'SUBMITTED' && to !== 'DONE')) return []
  const known = task['certificateExpiry']
  const value = typeof known === 'string' ? known : null
  return [{ name: 'certificateExpiry', type: 'date', required: true, value }]
}

export const taskMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'MEMBER',
  label: (to) => labels[to] ?? to,
  inputs,
  transitions: (task) => (task['audience'] === 'CLIENT' ? forClient : internal)[String(task['status'])] ?? [],
}
