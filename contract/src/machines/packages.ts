import { z } from 'zod'
import type { RecordValues } from '../query/writes.ts'
import { staff, ways } from './machine.ts'
import { signOffLacking } from './sign-off.ts'
import type { Machine, MachineFacts, Way } from './machine.ts'

export const checklistStates = ['MISSING', 'RECEIVED', 'VERIFIED', 'REJECTED', 'WAIVED'] as const

/** One document a submission package needs. It is there with a file, or `onPaper`. Source: contract.md 11.3. */
export const ChecklistItem = z.object({
  documentType: z.string(),
  required: z.boolean(),
  state: z.enum(checklistStates),
  file: z.string().nullable(),
  onPaper: z.boolean().default(false),
  reason: z.string().nullable(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>
export const Checklist = z.array(ChecklistItem)
export type Checklist = z.infer<typeof Checklist>

/** Is the document itself there, as a file or on paper? */
export const isDocumentThere = ({ file, onPaper }: Pick<ChecklistItem, 'file' | 'onPaper'>): boolean => file !== null || onPaper

/** Needs nobody to do anything about this document any more? */
export function isDocumentSettled(item: ChecklistItem): boolean {
  return item.state === 'WAIVED' || (item.state === 'VERIFIED' && isDocumentThere(item))
}

/** How far a package is: settled items of the required ones in per cent, and how many are missing or rejected. */
export function readinessOf(checklist: readonly ChecklistItem[]): { readinessPct: number; missingCount: number } {
  const required = checklist.filter((item) => item.required)
  const settled = required.filter(isDocumentSettled).length
  const missingCount = required.filter(({ state }) => state === 'MISSING' || state === 'REJECTED').length
  return { readinessPct: required.length === 0 ? 100 : Math.round((settled / required.length) * 100), missingCount }
}

const unmetConditions = (open: number, whose = '') =>
  open === 0 ? [] : [`${open} ${open === 1 ? 'condition' : 'conditions'}${whose} ${open === 1 ? 'is' : 'are'} to be met or waived before submission.`]

/** What is to be done about a document that is not settled. */
function unsettled({ documentType, state, ...item }: ChecklistItem): string {
  const document = documentType.replaceAll('_', ' ').toLowerCase()
  if (state === 'VERIFIED') return `${document} is verified without a file: attach a file or say that it came on paper, then verify it, or waive it.`
  if (state === 'REJECTED') return `${document} is rejected: replace it, then verify it, or waive it.`
  if (isDocumentThere(item)) return `${document} is ${state.toLowerCase()}: verify or waive it.`
  return `${document} is ${state.toLowerCase()}: attach a file or say that it came on paper, then verify it, or waive it.`
}

/** What a package still lacks before it may be called ready. Source: domain.md 1.9. */
function lacking(record: RecordValues, facts: MachineFacts): string[] {
  const { blockingTasks, balance, openConditions, organizationConditions, signOff } = facts
  const checklist = Checklist.catch([]).parse(record['checklist'] ?? [])
  const open = checklist.filter((item) => item.required && !isDocumentSettled(item))
  return [
    ...open.map(unsettled),
    ...(blockingTasks === 0 ? [] : [`${blockingTasks} blocking ${blockingTasks === 1 ? 'task is' : 'tasks are'} open.`]),
    ...unmetConditions(openConditions.beforeSubmit),
    ...unmetConditions(organizationConditions.beforeSubmit, ' of the organization'),
    ...(record['feeReady'] === true || balance <= 0 ? [] : ['A fee that is due is not paid.']),
    ...signOffLacking(signOff),
  ]
}

const labels: Readonly<Record<string, string>> = {
  COLLECTING: 'Collect again',
  CHECKING: 'Check',
  BLOCKED: 'Block',
  READY: 'Mark as ready',
  SUBMITTING: 'Begin submitting',
  SUBMITTED: 'Submit',
  RETURNED: 'Returned',
  CANCELLED: 'Cancel the package',
}

const ready = ways(staff, ['READY'], { guards: lacking })
const submit = ways(staff, ['SUBMITTED'], { guards: lacking })
const blocked = ways(staff, ['BLOCKED'], { asksReason: true })

/** Steps of a submission package; RETURNED and CANCELLED follow from its permit. */
const next: Readonly<Record<string, readonly Way[]>> = {
  COLLECTING: [...ways(staff, ['CHECKING']), ...blocked, ...ready],
  CHECKING: [...ready, ...blocked, ...ways(staff, ['COLLECTING'])],
  BLOCKED: ways(staff, ['COLLECTING', 'CHECKING']),
  READY: [...submit, ...ways(staff, ['COLLECTING'])],
  SUBMITTING: [...submit, ...ways(staff, ['COLLECTING'])],
}

export const packageMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'ORG_ADMIN',
  label: (to) => labels[to] ?? to,
  ways: (record) => next[String(record['status'])] ?? [],
}
