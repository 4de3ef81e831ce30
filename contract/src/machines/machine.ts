import { z } from 'zod'
import type { RecordValues } from '../query/writes.ts'
import { storableText } from '../query/values.ts'
import { LocalDate } from '../time.ts'
import { seedLibrary } from '../permit-library/permit-library.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import { RequestedItem, maxAskedItems } from '../permits/asked-items.ts'
import { NewCorrectionList } from '../permits/corrections.ts'
import { paymentMethodCodes } from '../permits/code-tables.ts'
import { holdReasons } from '../permits/status-map.ts'
import { orgRoleRefusal } from '../access/org-roles.ts'
import type { OrgRole, RoleAndPosition } from '../access/org-roles.ts'
import { labelOfCode } from '../collections/field.ts'
import { inEnglish, phrase } from '../sentence.ts'
import type { Say, Sayable, TextByLanguage } from '../sentence.ts'
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
  reason: storableText(1_000).nullish(),
  version: z.int().min(1).max(2_147_483_647).optional(),
  holdReason: z.enum(holdReasons).nullish(),
  confirmationNo: storableText(100).nullish(),
  /** For recording a payment: the payment method. */
  method: z.enum(paymentMethodCodes).nullish(),
  /**
   * For recording a payment: the date of receipt (default: today), and the number of the check or transfer.
   */
  paidOn: LocalDate.nullish(),
  reference: storableText(100).nullish(),
  /** For issuing a permit: the number assigned by the authority, and the dates on the permit. */
  authorityNumber: storableText(200).nullish(),
  issuedDate: LocalDate.nullish(),
  expiryDate: LocalDate.nullish(),
  /** For a client task that asks for a new certificate: its last day. */
  certificateExpiry: LocalDate.nullish(),
  /** For voiding or revoking a permit: refund its payments in the same transaction. */
  refund: z.boolean().optional(),
  /**
   * For corrections, or for a permit that waits for its client: the requested items. Each becomes a client
   * task.
   */
  items: z.array(RequestedItem).max(maxAskedItems).optional(),
  /**
   * For corrections: the individual comments of the authority. Without them, the reason becomes the only
   * comment.
   */
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
  certificateExpiry: true,
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

/** How long a person may undo their own transition. Source: contract.md 11.3. */
export const minutesOfUndo = 10

/** An additional input of a transition besides its reason. `value` is the default. */
export const TransitionInput = z.object({
  name: z.string(),
  type: z.enum(['text', 'date', 'enum']),
  required: z.boolean(),
  value: z.string().nullable().optional(),
})
export type TransitionInput = z.infer<typeof TransitionInput>

/**
 * What staff may write together with a transition, besides its inputs: refund the payments, request items
 * from the client, or record the comments of the authority.
 */
export type TransitionAddition = 'refund' | 'items' | 'comments'

/**
 * Response of `GET /{collection}/{pid}/transitions`: the transitions from the current status, each with all
 * reasons that block it.
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
      /** Machine-readable form of `whyNot`, in the same order. */
      blockers: z.array(Blocker).optional(),
      asksReason: z.boolean(),
      inputs: z.array(TransitionInput).optional(),
      /** `TransitionAddition`s. A page that is older than the server ignores those it does not know. */
      additions: z.array(z.string()).optional(),
    }),
  ),
})
export type AvailableTransition = z.infer<typeof AvailableTransitions>['transitions'][number]

/** State of the client's approval of a submission package. */
export type ClientSignOff = 'NOT_ASKED' | 'ASKED' | 'APPROVED' | 'RETURNED'

/** Verification and client approval of a submission package. */
export interface SignOff {
  /** Whether someone other than the preparer must verify the package before it is ready. */
  bySecondPerson: boolean
  preparer: { pid: string; name: string } | null
  /** Who works for the preparer while that one is away. */
  standIn: string | null
  verifier: { pid: string; name: string } | null
  client: ClientSignOff
  /** The client user who approved it. */
  approver: string | null
  /** Why the client returned it. */
  returnReason: string | null
}

/** Numbers of unmet conditions that must be met before a permit is submitted or issued. */
export interface OpenConditions {
  beforeSubmit: number
  beforeIssue: number
}

/** Numbers of the authority's comments on the next submission. */
export interface OpenCorrections {
  /** Comments without a response. */
  open: number
  /** Open comments that the client must answer. */
  ofClient: number
  /** Client answers that the office has not accepted yet. */
  answeredByClient: number
}

/** Facts from other records that guards need. */
export interface GuardContext {
  /** The status of a permit before it was put on hold. */
  heldFrom: string | null
  /** For a permit: status of the submission package of its current cycle. For a package: its own status. */
  packageStatus: string | null
  /** Verification and client approval of that package. */
  signOff: SignOff
  /** Open tasks of the permit that must be done before it leaves its stage. */
  blockingTasks: number
  /** Open client tasks that the permit waits for. */
  clientTasks: number
  /** Client tasks that the client has submitted and the office has not reviewed yet. */
  clientAnswers: number
  /** Comments in the corrections of the current cycle. */
  corrections: OpenCorrections
  /** Unpaid balance of the permit's fees, in minor units. */
  balance: number
  /** Permits of the organization that are still in progress. */
  openPermits: number
  /**
   * Refundable amount of a payment, or of the payment behind a refund, in minor units: paid, not refunded and
   * not allocated to fees.
   */
  refundable: number
  /** Conditions of the permit itself. */
  openConditions: OpenConditions
  /** Conditions of its organization, which apply to all of its permits. */
  organizationConditions: OpenConditions
  /** Open amendments of the permit. */
  openAmendments: number
  /** Licenses and insurances of the client that have expired: the label of the field and the last day. */
  expiredCertificates: readonly { label: string; day: LocalDate }[]
  /** Amount of a payment that is allocated to fees. */
  allocated: number
  /** Number of files attached to a task. */
  files: number
  /** Permit types, document types and fees of the office. */
  library: PermitLibrary
  /** Documents that the permit asks for since its package was ready, and that the package does not have. */
  lateDocuments: readonly string[]
  /** Labels of details that the type of the permit requires and that are empty. */
  missingDetails: readonly TextByLanguage[]
  /**
   * The agencies that issue the type of the permit, if the agency of the permit is none of them; else null.
   */
  agenciesOfType: readonly string[] | null
  /** For a task that asks for a new certificate: the date that the client's organization has now. */
  certificateDate: LocalDate | null
}

export const emptyGuardContext: GuardContext = {
  heldFrom: null,
  packageStatus: null,
  signOff: {
    bySecondPerson: false,
    preparer: null,
    standIn: null,
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
  expiredCertificates: [],
  allocated: 0,
  files: 0,
  library: seedLibrary,
  lateDocuments: [],
  missingDetails: [],
  agenciesOfType: null,
  certificateDate: null,
}

/**
 * One transition out of a status: the roles that may perform it, whether it requires a reason, and what
 * blocks it.
 */
export interface Transition {
  to: string
  roles: readonly Role[]
  asksReason?: boolean
  guards?: (record: RecordValues, facts: GuardContext) => readonly Unmet[]
  /** Button label, when it differs from the default label of the target status. */
  label?: string
}

/** The statuses of a collection's records and the transitions between them. */
export interface Machine {
  statuses: readonly string[]
  /** Default button label of transitions to a status. */
  label(to: string): string
  /** The Spanish text that an administrator wrote for that label. */
  labelEs?(to: string): string | undefined
  /** Name of a status in a sentence, when it differs from its humanized key. */
  called?(status: string): string | null
  transitions(record: RecordValues, facts: GuardContext): readonly Transition[]
  /** Additional inputs of the transition to a status. */
  inputs?(
    to: string,
    record: RecordValues,
    today: LocalDate,
    facts: Pick<GuardContext, 'library'>,
  ): readonly TransitionInput[]
  additions?(to: string): readonly TransitionAddition[]
  /** Lowest position in their organization that lets a client perform client transitions. */
  clientPosition: OrgRole
}

export const staff: readonly Role[] = ['team', 'admin', 'superadmin']
export const administrators: readonly Role[] = ['admin', 'superadmin']
export const anyone: readonly Role[] = ['client', ...staff]

/** Transitions of the same kind to several statuses. */
export function transitionsTo(
  roles: readonly Role[],
  to: readonly string[],
  more: Omit<Transition, 'to' | 'roles'> = {},
): Transition[] {
  return to.map((key) => ({ to: key, roles, ...more }))
}

/** `IN_PROGRESS` -> `In progress`. */
export function humanize(status: unknown): string {
  return labelOfCode(typeof status === 'string' ? status : '')
}

/** Refusal for an actor whose role may not perform the transition. */
export function roleSentence(role: Role): string {
  return isStaff(role) ? 'Administrators only.' : 'Only the office can do this.'
}

/** Why the role or position of the actor excludes this transition; null when it does not. */
function refusalOfTransition(
  { clientPosition }: Machine,
  actor: RoleAndPosition,
  transition: Transition,
): Unmet | null {
  if (!transition.roles.includes(actor.role))
    return unmet('role', roleSentence(actor.role), null, { role: actor.role })
  const sentence = orgRoleRefusal(actor, clientPosition)
  return sentence === null ? null : unmet('position', sentence, null, { needs: clientPosition })
}

/**
 * All blockers of this transition for the actor; empty when it is allowed. Does not check for a missing
 * reason text.
 */
function whyNot(
  machine: Machine,
  actor: RoleAndPosition,
  transition: Transition,
  record: RecordValues,
  facts: GuardContext,
): Unmet[] {
  const refusal = refusalOfTransition(machine, actor, transition)
  return [...(refusal === null ? [] : [refusal]), ...(transition.guards?.(record, facts) ?? [])]
}

/** The transitions from the current status, as offered to the actor. Clients see only client transitions. */
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
    .map((transition) => {
      const reasons = whyNot(machine, actor, transition, record, facts)
      const inputs = machine.inputs?.(transition.to, record, today, facts) ?? []
      const labelEs = transition.label === undefined ? machine.labelEs?.(transition.to) : undefined
      const step = {
        to: transition.to,
        label: transition.label ?? machine.label(transition.to),
        ...(labelEs !== undefined && { labelEs }),
        allowed: reasons.length === 0,
        whyNot: reasons.map(({ sentence }) => say(sentence)),
        blockers: reasons.map(toBlocker),
        asksReason: transition.asksReason === true,
      }
      const additions = isStaff(actor.role) ? (machine.additions?.(transition.to) ?? []) : []
      return {
        ...step,
        ...(inputs.length > 0 && { inputs: [...inputs] }),
        ...(additions.length > 0 && { additions: [...additions] }),
      }
    })
}

/** Why a transition is refused: `forbidden` when it belongs to another role, otherwise all unmet guards. */
export type TransitionRefusal = (
  { kind: 'forbidden'; sentence: Sayable } | { kind: 'unmet'; unmet: Sayable[] }
) & {
  /** Machine-readable form of the first reason, if it has a code. */
  blocker?: Blocker
}

export function refusalOfTransitionTo(
  machine: Machine,
  actor: RoleAndPosition,
  record: RecordValues,
  facts: GuardContext,
  { to, reason }: Pick<TransitionBody, 'to' | 'reason'>,
): TransitionRefusal | null {
  const transition = machine.transitions(record, facts).find((candidate) => candidate.to === to)
  if (transition === undefined) {
    const said = (status: unknown) => machine.called?.(String(status)) ?? humanize(status)
    const sentence = phrase('Status can’t change from {{from}} to {{to}}.', {
      from: said(record['status']),
      to: said(to),
    })
    return {
      kind: 'unmet',
      unmet: [sentence],
      blocker: { code: 'no-such-step', params: { from: String(record['status']), to }, tab: null },
    }
  }
  const refusal = refusalOfTransition(machine, actor, transition)
  if (refusal !== null) return { kind: 'forbidden', sentence: refusal.sentence, blocker: toBlocker(refusal) }
  const missing =
    transition.asksReason === true && !reason ? [unmet('reason-missing', 'Enter a reason.')] : []
  const against = [...(transition.guards?.(record, facts) ?? []), ...missing]
  const [first] = against
  return first === undefined
    ? null
    : { kind: 'unmet', unmet: against.map(({ sentence }) => sentence), blocker: toBlocker(first) }
}
