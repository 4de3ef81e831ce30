import { z } from 'zod'
import { labelOfCode } from '../collections/field.ts'
import type { RecordValues } from '../query/writes.ts'
import { staff, transitionsTo } from './machine.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import { unansweredCorrections } from './corrections.ts'
import { lackingDetails } from './details.ts'
import { lateDocumentsLacking } from './late-documents.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import { missingSignOff } from './sign-off.ts'
import type { Machine, GuardContext, Transition, TransitionInput } from './machine.ts'
import { phrase } from '../sentence.ts'

export const checklistStates = ['MISSING', 'RECEIVED', 'VERIFIED', 'REJECTED', 'WAIVED'] as const

/** One document of a submission package. It is present as a file or `onPaper`. Source: contract.md 11.3. */
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

/** Whether the document is present, as a file or on paper. */
export const isDocumentThere = ({ file, onPaper }: Pick<ChecklistItem, 'file' | 'onPaper'>): boolean =>
  file !== null || onPaper

/** Whether this document needs no further action. */
export function isDocumentSettled(item: ChecklistItem): boolean {
  return item.state === 'WAIVED' || (item.state === 'VERIFIED' && isDocumentThere(item))
}

/** Readiness of a package: settled required items in percent, and the number of missing or rejected ones. */
export function readinessOf(checklist: readonly ChecklistItem[]): {
  readinessPct: number
  missingCount: number
} {
  const required = checklist.filter((item) => item.required)
  const settled = required.filter(isDocumentSettled).length
  const missingCount = required.filter(({ state }) => state === 'MISSING' || state === 'REJECTED').length
  return {
    readinessPct: required.length === 0 ? 100 : Math.round((settled / required.length) * 100),
    missingCount,
  }
}

const oneCondition: Readonly<Record<'conditions' | 'organization-conditions', string>> = {
  conditions: '1 condition must be met or waived before submittal.',
  'organization-conditions': '1 client condition must be met or waived before submittal.',
}
const severalConditions: typeof oneCondition = {
  conditions: '{{count}} conditions must be met or waived before submittal.',
  'organization-conditions': '{{count}} client conditions must be met or waived before submittal.',
}

const unmetConditions = (count: number, code: keyof typeof oneCondition) =>
  count === 0
    ? []
    : [
        unmet(
          code,
          count === 1 ? oneCondition[code] : phrase(severalConditions[code], { count }),
          'Conditions',
          { count },
        ),
      ]

/** Blocker for open tasks that must be done before the permit leaves its stage. */
export const blockingTasksOpen = (count: number): Unmet =>
  unmet(
    'blocking-tasks',
    count === 1
      ? '1 open task blocks this step.'
      : phrase('{{count}} open tasks block this step.', { count }),
    'Related records',
    {
      count,
    },
  )

/** Blocker that says what to do about an unsettled document. */
function unsettled({ documentType, state, ...item }: ChecklistItem, library: PermitLibrary): Unmet {
  const document =
    library.documentTypes.find(({ code }) => code === documentType)?.label ?? labelOfCode(documentType)
  const is = (template: string) =>
    unmet('document-unsettled', phrase(template, { document, state: state.toLowerCase() }), 'Documents', {
      documentType,
      state,
    })
  if (state === 'VERIFIED')
    return is(
      '{{document}}: verified without a file. Attach a file or mark a paper copy, then verify it, or waive it.',
    )
  if (state === 'REJECTED') return is('{{document}}: rejected. Replace and verify it, or waive it.')
  if (isDocumentThere(item)) return is('{{document}}: {{state}}. Verify or waive it.')
  return is('{{document}}: {{state}}. Attach a file or mark a paper copy, then verify it, or waive it.')
}

/** Blockers for the required documents that are not settled. */
export function documentsLacking(record: RecordValues, library: PermitLibrary): Unmet[] {
  const checklist = Checklist.catch([]).parse(record['checklist'] ?? [])
  return checklist
    .filter((item) => item.required && !isDocumentSettled(item))
    .map((item) => unsettled(item, library))
}

/** What a package still needs before it can be marked as ready. Source: domain.md 1.9. */
function lacking(record: RecordValues, facts: GuardContext): Unmet[] {
  const { blockingTasks, balance, openConditions, organizationConditions, signOff } = facts
  return [
    ...documentsLacking(record, facts.library),
    ...lateDocumentsLacking(facts),
    ...unansweredCorrections(facts),
    ...lackingDetails(facts),
    ...(blockingTasks === 0 ? [] : [blockingTasksOpen(blockingTasks)]),
    ...unmetConditions(openConditions.beforeSubmit, 'conditions'),
    ...unmetConditions(organizationConditions.beforeSubmit, 'organization-conditions'),
    ...(record['feeReady'] === true || balance <= 0
      ? []
      : [unmet('fee-due', 'An unpaid fee is due.', 'Payment data', { balance })]),
    ...missingSignOff(signOff),
  ]
}

const labels: Readonly<Record<string, string>> = {
  COLLECTING: 'Reopen package',
  CHECKING: 'Start check',
  BLOCKED: 'Mark as blocked',
  READY: 'Mark as ready',
  SUBMITTING: 'Start submittal',
  SUBMITTED: 'Submit',
  RETURNED: 'Return package',
  CANCELLED: 'Cancel package',
}

const ready = transitionsTo(staff, ['READY'], { guards: lacking })
const submit = transitionsTo(staff, ['SUBMITTED'], { guards: lacking })
const blocked = transitionsTo(staff, ['BLOCKED'], { asksReason: true })

/** Transitions of a submission package. RETURNED and CANCELLED follow from its permit. */
const next: Readonly<Record<string, readonly Transition[]>> = {
  COLLECTING: [...transitionsTo(staff, ['CHECKING']), ...blocked, ...ready],
  CHECKING: [...ready, ...blocked, ...transitionsTo(staff, ['COLLECTING'])],
  BLOCKED: transitionsTo(staff, ['COLLECTING', 'CHECKING']),
  READY: [...submit, ...transitionsTo(staff, ['COLLECTING'])],
  SUBMITTING: [...submit, ...transitionsTo(staff, ['COLLECTING'])],
}

/** The number with which the authority confirms a submission. */
export const confirmationInput: TransitionInput = { name: 'confirmationNo', type: 'text', required: false }

export const packageMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'ORG_ADMIN',
  label: (to) => labels[to] ?? to,
  inputs: (to) => (to === 'SUBMITTED' ? [confirmationInput] : []),
  transitions: (record) => next[String(record['status'])] ?? [],
}
