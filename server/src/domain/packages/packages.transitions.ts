import { Refusal, packageMachine, packageStatus, permitStatus } from '@portal/contract'
import type { TransitionBody, ValuesOf, tables } from '@portal/contract'
import { applyTransition, requireTransition } from '#engine/transitions/apply-transition.ts'
import type { CollectionTransitions } from '#engine/transitions/collection-transitions.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { permitFacts } from '../permits/permit-guard-facts.ts'
import { askedSinceApplied, isApprovalLost } from './asked-since.ts'
import { lockPermitBefore, stepPermit } from '../permits/step-permit.ts'

/**
 * Setting a package to ready does not verify it (decision 0065). The submission is written by the transition
 * of the permit.
 */
const unverified = { verifiedBy: null, verifiedAt: null } as const satisfies ValuesOf<typeof tables.rts>

/** A ready package makes its permit ready; a package that is collected again returns it to preparation. */
async function onTransition(
  { context, pid, before }: LockedRecord<'rts'>,
  { to }: TransitionBody,
): Promise<void> {
  if (to === packageStatus.COLLECTING && isApprovalLost(before))
    context.signedOff?.push({ pid, act: 'LAPSED' })
  const permit = await lockRelated(context, 'permits', before.permit)
  if (to === packageStatus.READY && permit?.before.status === permitStatus.IN_PREPARATION)
    await stepPermit(context, permit.pid, { to: permitStatus.READY_TO_SUBMIT })
  if (to === packageStatus.COLLECTING && permit?.before.status === permitStatus.READY_TO_SUBMIT)
    await stepPermit(context, permit.pid, { to: permitStatus.IN_PREPARATION })
}

/** Submits the permit of a package, which submits the package. Throws 409 if the permit is not ready. */
async function submitPermit({ context, before }: LockedRecord<'rts'>, body: TransitionBody): Promise<void> {
  const permit = await lockRelated(context, 'permits', before.permit)
  const sentence = 'The permit is not ready to submit.'
  if (permit === undefined || before.cycleNo !== permit.before.cycleNo)
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  const submission = { ...body, to: permitStatus.SUBMITTED }
  await requireTransition(permit, submission)
  await applyTransition(permit, submission)
}

export const packageTransitions: CollectionTransitions<'rts'> = {
  machine: () => packageMachine,
  guardContext: ({ context, before, pid }) => permitFacts(context, before.permit, pid),
  lockBefore: lockPermitBefore,
  async viaOtherRecord(locked, body) {
    if (body.to !== packageStatus.SUBMITTED) return false
    await submitPermit(locked, body)
    return true
  },
  updates: ({ before }, { to }) => ({
    status: to,
    ...(to === packageStatus.COLLECTING ? { ...unverified, ...askedSinceApplied(before) } : {}),
  }),
  onTransition,
}
