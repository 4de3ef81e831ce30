import { inEnglish, phrase } from '../sentence.ts'
import type { Say, Sayable } from '../sentence.ts'
import { z } from 'zod'
import { storableText } from '../query/values.ts'
import type { RecordValues } from '../query/writes.ts'
import { orgRoleRefusal } from '../access/org-roles.ts'
import { isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import { TransitionBody, roleSentence } from './machine.ts'
import type { ClientSignOff, GuardContext, SignOff, TransitionRefusal } from './machine.ts'

/** Actions of the verification and client approval of a submission package. Source: domain.md 1.9. */
export const signOffActs = ['VERIFY', 'WITHDRAW', 'ASK', 'TAKE_BACK', 'APPROVE', 'RETURN'] as const
export type SignOffAction = (typeof signOffActs)[number]

/** Body of `POST /rts/{pid}/sign-off`; RETURN requires `reason`. */
export const SignOffBody = z.strictObject({
  act: z.enum(signOffActs),
  reason: storableText(1_000).nullish(),
  version: TransitionBody.shape.version,
})
export type SignOffBody = z.infer<typeof SignOffBody>

/**
 * Response of `GET /rts/{pid}/sign-off`: the actions offered to the viewer, each with all reasons that block
 * it.
 */
export const SignOffActs = z.object({
  bySecondPerson: z.boolean(),
  acts: z.array(
    z.object({
      act: z.enum(signOffActs),
      label: z.string(),
      allowed: z.boolean(),
      whyNot: z.array(z.string()),
      asksReason: z.boolean(),
    }),
  ),
})
export type SignOffOffer = z.infer<typeof SignOffActs>['acts'][number]

/** State of the client's approval, derived from the fields of a package. */
export function clientSignOffOf(record: RecordValues): ClientSignOff {
  if (record['clientApprovedAt']) return 'APPROVED'
  if (record['clientReturnedAt']) return 'RETURNED'
  return record['clientAskedAt'] ? 'ASKED' : 'NOT_ASKED'
}

/** Statuses of packages not yet submitted. In other statuses, sign-off cannot change. */
export const unsentPackages: readonly unknown[] = ['COLLECTING', 'CHECKING', 'BLOCKED', 'READY', 'SUBMITTING']

/** Whether the package is verified by a person who may do so. */
function isVerified({ bySecondPerson, preparer, verifier }: SignOff): boolean {
  return verifier !== null && !(bySecondPerson && verifier.pid === preparer?.pid)
}

/** Missing verification and client approval before a package can be ready. Source: domain.md 1.9. */
export function missingSignOff(signOff: SignOff): Unmet[] {
  const client: Readonly<Record<ClientSignOff, Unmet[]>> = {
    NOT_ASKED: [],
    APPROVED: [],
    ASKED: [unmet('client-approval', 'Client approval is required.', 'Documents')],
    RETURNED: [
      unmet('client-returned', 'Client approval is required. The client returned the package.', 'Documents'),
    ],
  }
  const verification = unmet('second-person', 'A second reviewer must verify the package.', 'Documents')
  return [
    ...(signOff.bySecondPerson && !isVerified(signOff) ? [verification] : []),
    ...client[signOff.client],
  ]
}

type SignOffActor = Pick<Actor, 'pid' | 'role' | 'orgRole'>

/** Rule of one action: who performs it, when it has no effect, what blocks it, and what it writes. */
interface ActRule {
  label: string
  isOffice: boolean
  asksReason?: boolean
  /**
   * Whether the result already exists, by the same person where the action names one. A repeated action then
   * changes nothing.
   */
  stands(signOff: SignOff, doer: SignOffActor, reason: string | null): boolean
  whyNot(signOff: SignOff, doer: SignOffActor): Sayable[]
  /**
   * Whether to show the action even when it is blocked. Actions that make no sense in the current state are
   * hidden.
   */
  isShown(signOff: SignOff): boolean
  after(doer: SignOffActor, at: string, reason: string | null): RecordValues
}

const said = (holds: boolean, sentence: Sayable) => (holds ? [sentence] : [])
const notReturned = { clientReturnedAt: null, clientReturnReason: null }
const notApproved = { clientApprovedAt: null, clientApprovedBy: null }
const notVerified = { verifiedBy: null, verifiedAt: null }
const notAsked = 'The office has not requested approval of this package.'

const rules: Readonly<Record<SignOffAction, ActRule>> = {
  VERIFY: {
    label: 'Mark package verified',
    isOffice: true,
    stands: (signOff, { pid }) => isVerified(signOff) && signOff.verifier?.pid === pid,
    whyNot: (signOff, { pid }) => [
      ...said(
        isVerified(signOff),
        phrase('{{name}} already verified this package.', { name: signOff.verifier?.name ?? '' }),
      ),
      ...said(
        signOff.bySecondPerson && signOff.preparer?.pid === pid,
        phrase('{{name}} prepared this package. Someone else must verify it.', {
          name: signOff.preparer?.name ?? '',
        }),
      ),
      ...said(
        signOff.bySecondPerson && signOff.standIn === pid,
        phrase('You stand in for {{name}}, who prepares this package. Someone else must verify it.', {
          name: signOff.preparer?.name ?? '',
        }),
      ),
    ],
    isShown: (signOff) => !isVerified(signOff),
    after: ({ pid }, at) => ({ verifiedBy: pid, verifiedAt: at }),
  },
  WITHDRAW: {
    label: 'Remove verification',
    isOffice: true,
    stands: ({ verifier }) => verifier === null,
    whyNot: () => [],
    isShown: ({ verifier }) => verifier !== null,
    after: () => notVerified,
  },
  ASK: {
    label: 'Request client approval',
    isOffice: true,
    stands: ({ client }) => client === 'ASKED',
    whyNot: ({ client }) => said(client === 'APPROVED', 'The client already approved this package.'),
    isShown: ({ client }) => client === 'NOT_ASKED' || client === 'RETURNED',
    after: (_doer, at) => ({ clientAskedAt: at, ...notReturned }),
  },
  TAKE_BACK: {
    label: 'Cancel request',
    isOffice: true,
    stands: ({ client }) => client === 'NOT_ASKED',
    whyNot: ({ client }) =>
      said(
        client === 'APPROVED',
        'The client approved this package. The approval is valid until the package changes.',
      ),
    isShown: ({ client }) => client === 'ASKED' || client === 'RETURNED',
    after: () => ({ clientAskedAt: null, ...notReturned }),
  },
  APPROVE: {
    label: 'Approve package',
    isOffice: false,
    stands: ({ client, approver }, { pid }) => client === 'APPROVED' && approver === pid,
    whyNot: ({ client }) => [
      ...said(client === 'NOT_ASKED', notAsked),
      ...said(client === 'APPROVED', 'This package is already approved.'),
    ],
    isShown: ({ client }) => client === 'ASKED' || client === 'RETURNED',
    after: ({ pid }, at) => ({ clientApprovedAt: at, clientApprovedBy: pid, ...notReturned }),
  },
  RETURN: {
    label: 'Return package',
    isOffice: false,
    asksReason: true,
    stands: ({ client, returnReason }, _doer, reason) => client === 'RETURNED' && returnReason === reason,
    whyNot: ({ client }) => [
      ...said(client === 'NOT_ASKED', notAsked),
      ...said(client === 'RETURNED', 'This package was already returned.'),
    ],
    isShown: ({ client }) => client === 'ASKED' || client === 'APPROVED',
    after: (_doer, at, reason) => ({ clientReturnedAt: at, clientReturnReason: reason, ...notApproved }),
  },
}

type PackageFacts = Pick<GuardContext, 'packageStatus' | 'signOff'>

/** Only administrators of an organization can approve or return a package. */
const missingPosition = (act: SignOffAction, doer: SignOffActor) =>
  rules[act].isOffice ? null : orgRoleRefusal(doer, 'ORG_ADMIN')

function whyNotAct(
  act: SignOffAction,
  doer: SignOffActor,
  { packageStatus, signOff }: PackageFacts,
): Sayable[] {
  if (!unsentPackages.includes(packageStatus)) return ['This package is closed and can’t be changed.']
  return rules[act].whyNot(signOff, doer)
}

/**
 * The sign-off actions offered to the viewer, with reasons when blocked. Excludes actions of the other side
 * and actions that make no sense in the current state.
 */
export function signOffOffers(doer: SignOffActor, facts: PackageFacts, say: Say = inEnglish): SignOffOffer[] {
  if (!unsentPackages.includes(facts.packageStatus)) return []
  return signOffActs
    .filter((act) => rules[act].isOffice === isStaff(doer.role) && rules[act].isShown(facts.signOff))
    .map((act) => {
      const missing = missingPosition(act, doer)
      const whyNot = [...(missing === null ? [] : [missing]), ...whyNotAct(act, doer, facts)].map(say)
      return {
        act,
        label: rules[act].label,
        allowed: whyNot.length === 0,
        whyNot,
        asksReason: rules[act].asksReason === true,
      }
    })
}

/** Whether the result of this action already exists. A repeated action then succeeds without a change. */
export function isSignOffValid(
  { act, reason = null }: SignOffBody,
  doer: SignOffActor,
  { signOff }: PackageFacts,
): boolean {
  return (
    rules[act].isOffice === isStaff(doer.role) &&
    missingPosition(act, doer) === null &&
    rules[act].stands(signOff, doer, reason)
  )
}

/** Why an action is refused; null when it is allowed. */
export function refusalOfSignOff(
  { act, reason }: SignOffBody,
  doer: SignOffActor,
  facts: PackageFacts,
): TransitionRefusal | null {
  const { isOffice, asksReason } = rules[act]
  if (isOffice !== isStaff(doer.role))
    return { kind: 'forbidden', sentence: isOffice ? roleSentence('client') : 'Only the client can do this.' }
  const missing = missingPosition(act, doer)
  if (missing !== null) return { kind: 'forbidden', sentence: missing }
  const against = [...whyNotAct(act, doer, facts), ...said(asksReason === true && !reason, 'Enter a reason.')]
  return against.length === 0 ? null : { kind: 'unmet', unmet: against }
}

/** The fields that an action writes. */
export function signOffAfter(
  { act, reason = null }: SignOffBody,
  doer: SignOffActor,
  now: Date,
): RecordValues {
  return rules[act].after(doer, now.toISOString(), reason)
}

/** Fields that clear the client's approval or return. The request for approval is kept. */
export const noClientSignOff: RecordValues = { ...notApproved, ...notReturned }

/** Fields to clear when the contents of a package change: it must be verified and approved again. */
export const signOffReset: RecordValues = { ...notVerified, ...notApproved }
