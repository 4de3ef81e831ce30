import { z } from 'zod'
import type { RecordValues } from '../query/writes.ts'
import { keptText } from '../query/values.ts'
import { LocalDate } from '../time.ts'
import { RequestedItem, mostAskedItems } from '../permits/asked-items.ts'
import { NewCorrectionList } from '../permits/corrections.ts'
import { paymentMethodCodes } from '../permits/code-tables.ts'
import { holdReasons } from '../permits/status-map.ts'
import { orgRoleRefusal } from '../access/org-roles.ts'
import type { OrgRole, RoleAndPosition } from '../access/org-roles.ts'
import { inEnglish, phrase } from '../sentence.ts'
import type { Say, Sayable } from '../sentence.ts'
import { isStaff } from '../roles.ts'
import type { Role } from '../roles.ts'
import { Blocker, toBlocker, unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'

/**
 * Body of `POST /{collection}/{pid}/transitions`. `reason` is free text; `holdReason` is for holds,
 * `confirmationNo` for submissions.
 */
export const TransitionBody = z.strictObject({
  to: z.string().min(1).max(60),
  reason: keptText(1_000).nullish(),
  version: z.int().min(1).max(2_147_483_647).optional(),
  holdReason: z.enum(holdReasons).nullish(),
  confirmationNo: keptText(100).nullish(),
  /** With a payment that is recorded: how the money comes. */
  method: z.enum(paymentMethodCodes).nullish(),
  /**
   * With a payment that is recorded: the day on which the money came, today if it is left out, and the number
   * of the check or transfer.
   */
  paidOn: LocalDate.nullish(),
  reference: keptText(100).nullish(),
  /** With a permit that is issued: the number the authority gave it, and its dates as they stand on it. */
  authorityNumber: keptText(200).nullish(),
  issuedDate: LocalDate.nullish(),
  expiryDate: LocalDate.nullish(),
  /** With a permit that is voided or revoked: what was paid for it is given back in the same transaction. */
  refund: z.boolean().optional(),
  /**
   * With corrections, or while a permit waits for its client: what the client is asked for, a client task
   * each.
   */
  items: z.array(RequestedItem).max(mostAskedItems).optional(),
  /** With corrections: the authority's comments, one by one. Without them the reason is the one comment. */
  comments: NewCorrectionList.optional(),
})
export type TransitionBody = z.infer<typeof TransitionBody>

/** Body of `POST /{collection}/transitions`. */
export const BulkTransitionBody = TransitionBody.omit({
  version: true,
  confirmationNo: true,
  authorityNumber: true,
  issuedDate: true,
  expiryDate: true,
  method: true,
  paidOn: true,
  reference: true,
  refund: true,
  items: true,
  comments: true,
}).extend({
  pids: z.array(z.string().min(1).max(64)).min(1).max(500),
})

/** Body of `POST /{collection}/transitions/undo`. */
export const BulkUndoBody = z.strictObject({ pids: z.array(z.string().min(1).max(64)).min(1).max(500) })

/** So long a person may undo a step they took. Source: contract.md 11.3. */
export const minutesOfUndo = 10

/** What is told with a step beside its reason. `value` is what is proposed for it. */
export const TransitionInput = z.object({
  name: z.string(),
  type: z.enum(['text', 'date', 'enum']),
  required: z.boolean(),
  value: z.string().nullable().optional(),
})
export type TransitionInput = z.infer<typeof TransitionInput>

/**
 * Answer of `GET /{collection}/{pid}/transitions`: the steps from where a record stands, each with every
 * reason against it.
 */
export const AvailableTransitions = z.object({
  transitions: z.array(
    z.object({
      to: z.string(),
      label: z.string(),
      /** What an administrator wrote for it in Spanish; absent where the portal's own Spanish is meant. */
      labelEs: z.string().optional(),
      allowed: z.boolean(),
      whyNot: z.array(z.string()),
      /** The reasons of `whyNot` in their order, for programs. */
      blockers: z.array(Blocker).optional(),
      asksReason: z.boolean(),
      inputs: z.array(TransitionInput).optional(),
    }),
  ),
})
export type AvailableTransition = z.infer<typeof AvailableTransitions>['transitions'][number]

/** How the client stands to a submission package. */
export type ClientSignOff = 'NOT_ASKED' | 'ASKED' | 'APPROVED' | 'RETURNED'

/** Who stands behind a submission package. */
export interface SignOff {
  /** Must somebody else than its preparer verify a package before it is ready? */
  bySecondPerson: boolean
  preparer: { pid: string; name: string } | null
  verifier: { pid: string; name: string } | null
  client: ClientSignOff
  /** Who of the client approved it. */
  approver: string | null
  /** Why the client returned it. */
  returnReason: string | null
}

/** Conditions that must be met, and are not, before a permit is submitted and before it is issued. */
export interface OpenConditions {
  beforeSubmit: number
  beforeIssue: number
}

/** Comments of the authority on what is submitted next. */
export interface OpenCorrections {
  /** Those without a response. */
  open: number
  /** Those of them that the client is asked to answer. */
  ofClient: number
  /** What the client has answered and the office has not taken over. */
  answeredByClient: number
}

/** What a machine asks of other records. */
export interface GuardContext {
  /** The status a held permit had before. */
  heldFrom: string | null
  /** Status of the submission package of the permit's present cycle; of a package its own. */
  packageStatus: string | null
  /** Who stands behind that package. */
  signOff: SignOff
  /** Open tasks of the permit that block leaving its stage. */
  blockingTasks: number
  /** Open tasks the permit waits for its client to do. */
  clientTasks: number
  /** Tasks the client has done and that wait for the office to look at them. */
  clientAnswers: number
  /** Comments of the present cycle's corrections. */
  corrections: OpenCorrections
  /** What the permit's fees leave to be paid, in minor units. */
  balance: number
  /** Permits of the organization that are still on their way. */
  openPermits: number
  /**
   * What may still be given back of a payment, or by a refund: minor units paid, not given back and not put
   * to fees.
   */
  refundable: number
  /** Conditions of the permit itself. */
  openConditions: OpenConditions
  /** Those of its organization, which count for each of its permits. */
  organizationConditions: OpenConditions
  /** Amendments of the permit that are under way. */
  openAmendments: number
  /** What of a payment is put to fees. */
  allocated: number
  /** Files that lie with a task. */
  files: number
}

export const emptyGuardContext: GuardContext = {
  heldFrom: null,
  packageStatus: null,
  signOff: {
    bySecondPerson: false,
    preparer: null,
    verifier: null,
    client: 'NOT_ASKED',
    approver: null,
    returnReason: null,
  },
  blockingTasks: 0,
  clientTasks: 0,
  clientAnswers: 0,
  corrections: { open: 0, ofClient: 0, answeredByClient: 0 },
  balance: 0,
  openPermits: 0,
  refundable: 0,
  openConditions: { beforeSubmit: 0, beforeIssue: 0 },
  organizationConditions: { beforeSubmit: 0, beforeIssue: 0 },
  openAmendments: 0,
  allocated: 0,
  files: 0,
}

/**
 * One way out of a status: who may take it, whether it asks for a reason, and what stands in its way, in
 * words.
 */
export interface Transition {
  to: string
  roles: readonly Role[]
  asksReason?: boolean
  guards?: (record: RecordValues, facts: GuardContext) => readonly Unmet[]
  /** What the step is called on a button, where it is not what every step to that status is called. */
  label?: string
}

/** The states of a collection's records and the ways between them. */
export interface Machine {
  statuses: readonly string[]
  /** What the step to a status is called on a button. */
  label(to: string): string
  /** Spanish an administrator wrote for that label. */
  labelEs?(to: string): string | undefined
  /** What a status is called in a sentence, where it is not its key in words. */
  called?(status: string): string | null
  transitions(record: RecordValues, facts: GuardContext): readonly Transition[]
  /** What is told with the step to a status. */
  inputs?(to: string, record: RecordValues, today: LocalDate): readonly TransitionInput[]
  /**
   * The least position in their organization of a client who takes a step of it that is a client's at all.
   */
  clientPosition: OrgRole
}

export const staff: readonly Role[] = ['team', 'admin', 'superadmin']
export const administrators: readonly Role[] = ['admin', 'superadmin']
export const anyone: readonly Role[] = ['client', ...staff]

/** Ways of the same kind to several statuses. */
export function transitionsTo(
  roles: readonly Role[],
  to: readonly string[],
  more: Omit<Transition, 'to' | 'roles'> = {},
): Transition[] {
  return to.map((key) => ({ to: key, roles, ...more }))
}

/** `IN_PROGRESS` -> `In progress`. */
export function humanize(status: unknown): string {
  const key = typeof status === 'string' ? status : ''
  return key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** What one is told who has not the role a step asks for. */
export function roleSentence(role: Role): string {
  return isStaff(role) ? 'Administrators only.' : 'The office does this.'
}

/** Why a way is not the actor's at all, by role or position; null where it is. */
function refusalOfTransition(
  { clientPosition }: Machine,
  actor: RoleAndPosition,
  way: Transition,
): Unmet | null {
  if (!way.roles.includes(actor.role))
    return unmet('role', roleSentence(actor.role), null, { role: actor.role })
  const sentence = orgRoleRefusal(actor, clientPosition)
  return sentence === null ? null : unmet('position', sentence, null, { needs: clientPosition })
}

/**
 * Every reason why this way is closed to the actor now; none when it is open. The reason asked for is not
 * among them.
 */
function whyNot(
  machine: Machine,
  actor: RoleAndPosition,
  way: Transition,
  record: RecordValues,
  facts: GuardContext,
): Unmet[] {
  const refusal = refusalOfTransition(machine, actor, way)
  return [...(refusal === null ? [] : [refusal]), ...(way.guards?.(record, facts) ?? [])]
}

/**
 * The steps from where a record stands, as offered to the actor: clients are shown those alone that are
 * theirs to take.
 */
export function availableTransitions(
  machine: Machine,
  actor: RoleAndPosition,
  record: RecordValues,
  facts: GuardContext,
  today: LocalDate,
  say: Say = inEnglish,
): AvailableTransition[] {
  return machine
    .transitions(record, facts)
    .filter(({ roles }) => isStaff(actor.role) || roles.includes(actor.role))
    .map((way) => {
      const reasons = whyNot(machine, actor, way, record, facts)
      const inputs = machine.inputs?.(way.to, record, today) ?? []
      const labelEs = way.label === undefined ? machine.labelEs?.(way.to) : undefined
      const step = {
        to: way.to,
        label: way.label ?? machine.label(way.to),
        ...(labelEs !== undefined && { labelEs }),
        allowed: reasons.length === 0,
        whyNot: reasons.map(({ sentence }) => say(sentence)),
        blockers: reasons.map(toBlocker),
        asksReason: way.asksReason === true,
      }
      return inputs.length === 0 ? step : { ...step, inputs: [...inputs] }
    })
}

/**
 * What a step is refused with: `forbidden` where it is another role's, else every unmet guard; null when it
 * may be taken.
 */
export type TransitionRefusal = (
  { kind: 'forbidden'; sentence: Sayable } | { kind: 'unmet'; unmet: Sayable[] }
) & {
  /** The first reason for programs, where it has a code. */
  blocker?: Blocker
}

export function refusalOfTransitionTo(
  machine: Machine,
  actor: RoleAndPosition,
  record: RecordValues,
  facts: GuardContext,
  { to, reason }: Pick<TransitionBody, 'to' | 'reason'>,
): TransitionRefusal | null {
  const way = machine.transitions(record, facts).find((each) => each.to === to)
  if (way === undefined) {
    const said = (status: unknown) => (machine.called?.(String(status)) ?? humanize(status)).toLowerCase()
    const sentence = phrase('What is {{from}} cannot become {{to}}.', {
      from: said(record['status']),
      to: said(to),
    })
    return {
      kind: 'unmet',
      unmet: [sentence],
      blocker: { code: 'no-such-step', params: { from: String(record['status']), to }, tab: null },
    }
  }
  const refusal = refusalOfTransition(machine, actor, way)
  if (refusal !== null) return { kind: 'forbidden', sentence: refusal.sentence, blocker: toBlocker(refusal) }
  const missing = way.asksReason === true && !reason ? [unmet('reason-missing', 'Enter a reason.')] : []
  const against = [...(way.guards?.(record, facts) ?? []), ...missing]
  const [first] = against
  return first === undefined
    ? null
    : { kind: 'unmet', unmet: against.map(({ sentence }) => sentence), blocker: toBlocker(first) }
}
