import { inEnglish, phrase } from '../sentence.ts'
import type { Say, Sayable } from '../sentence.ts'
import { z } from 'zod'
import { keptText } from '../query/values.ts'
import type { RecordValues } from '../query/writes.ts'
import { orgRoleRefusal } from '../access/org-roles.ts'
import { isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import { TransitionBody, roleSentence } from './machine.ts'
import type { ClientSignOff, GuardContext, SignOff, TransitionRefusal } from './machine.ts'

/** What people do to stand behind a submission package, or to stop doing so. Source: domain.md 1.9. */
export const signOffActs = ['VERIFY', 'WITHDRAW', 'ASK', 'TAKE_BACK', 'APPROVE', 'RETURN'] as const
export type SignOffAction = (typeof signOffActs)[number]

/** Body of `POST /rts/{pid}/sign-off`; `reason` goes with RETURN. */
export const SignOffBody = z.strictObject({
  act: z.enum(signOffActs),
  reason: keptText(1_000).nullish(),
  version: TransitionBody.shape.version,
})
export type SignOffBody = z.infer<typeof SignOffBody>

/** Answer of `GET /rts/{pid}/sign-off`: what the viewer may do now, each with every reason against it. */
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

/** How the client stands to a package, by its fields. */
export function clientSignOffOf(record: RecordValues): ClientSignOff {
  if (record['clientApprovedAt']) return 'APPROVED'
  if (record['clientReturnedAt']) return 'RETURNED'
  return record['clientAskedAt'] ? 'ASKED' : 'NOT_ASKED'
}

/** Packages that are on their way still; of others nothing changes any more. */
export const unsentPackages: readonly unknown[] = ['COLLECTING', 'CHECKING', 'BLOCKED', 'READY', 'SUBMITTING']

/** Is it verified by somebody whose word counts? */
function isVerified({ bySecondPerson, preparer, verifier }: SignOff): boolean {
  return verifier !== null && !(bySecondPerson && verifier.pid === preparer?.pid)
}

/** Who still has to stand behind a package before it is ready, in words. Source: domain.md 1.9. */
export function signOffLacking(signOff: SignOff): Unmet[] {
  const client: Readonly<Record<ClientSignOff, Unmet[]>> = {
    NOT_ASKED: [],
    APPROVED: [],
    ASKED: [unmet('client-approval', 'Approval by the client is missing.', 'Documents')],
    RETURNED: [unmet('client-returned', 'Approval by the client is missing: it was returned.', 'Documents')],
  }
  const verification = unmet('second-person', 'Verification by a second person is missing.', 'Documents')
  return [
    ...(signOff.bySecondPerson && !isVerified(signOff) ? [verification] : []),
    ...client[signOff.client],
  ]
}

type SignOffActor = Pick<Actor, 'pid' | 'role' | 'orgRole'>

/** One act: whose it is, where it changes something, what else stands in its way, and what it writes. */
interface ActRule {
  label: string
  isOffice: boolean
  asksReason?: boolean
  /**
   * Is what it would bring about so already, by this very person where it names one? Then a repeat changes
   * nothing.
   */
  stands(signOff: SignOff, doer: SignOffActor, reason: string | null): boolean
  whyNot(signOff: SignOff, doer: SignOffActor): Sayable[]
  /** Is it worth showing where it is not possible? What the state itself rules out is not. */
  isShown(signOff: SignOff): boolean
  after(doer: SignOffActor, at: string, reason: string | null): RecordValues
}

const said = (holds: boolean, sentence: Sayable) => (holds ? [sentence] : [])
const notReturned = { clientReturnedAt: null, clientReturnReason: null }
const notApproved = { clientApprovedAt: null, clientApprovedBy: null }
const notVerified = { verifiedBy: null, verifiedAt: null }
const notAsked = 'The office has not asked for an approval of this package.'

const rules: Readonly<Record<SignOffAction, ActRule>> = {
  VERIFY: {
    label: 'Mark package verified',
    isOffice: true,
    stands: (signOff, { pid }) => isVerified(signOff) && signOff.verifier?.pid === pid,
    whyNot: (signOff, { pid }) => [
      ...said(
        isVerified(signOff),
        phrase('{{name}} has verified this package already.', { name: signOff.verifier?.name ?? '' }),
      ),
      ...said(
        signOff.bySecondPerson && signOff.preparer?.pid === pid,
        phrase('{{name}} prepared this package: somebody else verifies it.', {
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
    whyNot: ({ client }) => said(client === 'APPROVED', 'The client has approved this package already.'),
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
        'The client has approved this package: that stands until the package changes.',
      ),
    isShown: ({ client }) => client === 'ASKED' || client === 'RETURNED',
    after: () => ({ clientAskedAt: null, ...notReturned }),
  },
  APPROVE: {
    label: 'Approve the package',
    isOffice: false,
    stands: ({ client, approver }, { pid }) => client === 'APPROVED' && approver === pid,
    whyNot: ({ client }) => [
      ...said(client === 'NOT_ASKED', notAsked),
      ...said(client === 'APPROVED', 'This package is approved already.'),
    ],
    isShown: ({ client }) => client === 'ASKED' || client === 'RETURNED',
    after: ({ pid }, at) => ({ clientApprovedAt: at, clientApprovedBy: pid, ...notReturned }),
  },
  RETURN: {
    label: 'Return the package',
    isOffice: false,
    asksReason: true,
    stands: ({ client, returnReason }, _doer, reason) => client === 'RETURNED' && returnReason === reason,
    whyNot: ({ client }) => [
      ...said(client === 'NOT_ASKED', notAsked),
      ...said(client === 'RETURNED', 'This package was returned already.'),
    ],
    isShown: ({ client }) => client === 'ASKED' || client === 'APPROVED',
    after: (_doer, at, reason) => ({ clientReturnedAt: at, clientReturnReason: reason, ...notApproved }),
  },
}

type PackageFacts = Pick<GuardContext, 'packageStatus' | 'signOff'>

/** A client's word for the whole organization is its administrators'. */
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
 * What the viewer may do about a package now, and why not; nothing that is the other side's, and nothing the
 * state itself rules out.
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

/** Is what this act would bring about so already? Its repeat then changes nothing, and is no error. */
export function isSignOffStanding(
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

/** What an act is refused with; null when it may be done. */
export function refusalOfSignOff(
  { act, reason }: SignOffBody,
  doer: SignOffActor,
  facts: PackageFacts,
): TransitionRefusal | null {
  const { isOffice, asksReason } = rules[act]
  if (isOffice !== isStaff(doer.role))
    return { kind: 'forbidden', sentence: isOffice ? roleSentence('client') : 'The client does this.' }
  const missing = missingPosition(act, doer)
  if (missing !== null) return { kind: 'forbidden', sentence: missing }
  const against = [...whyNotAct(act, doer, facts), ...said(asksReason === true && !reason, 'Enter a reason.')]
  return against.length === 0 ? null : { kind: 'unmet', unmet: against }
}

/** What an act writes. */
export function signOffAfter(
  { act, reason = null }: SignOffBody,
  doer: SignOffActor,
  now: Date,
): RecordValues {
  return rules[act].after(doer, now.toISOString(), reason)
}

/** What a package has of a client's word before there is any; whether it is asked for stays. */
export const noClientSignOff: RecordValues = { ...notApproved, ...notReturned }

/** What a change of its contents makes of a package: whoever stood behind it looks again. */
export const signOffReset: RecordValues = { ...notVerified, ...notApproved }
