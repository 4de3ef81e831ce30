import { documentsLacking, joined, missingSignOff, packageStatus, permitStatus } from '@portal/contract'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import { askedSinceApplied, isApprovalLost } from './asked-since.ts'
import { stepPermit } from '../permits/step-permit.ts'

/**
 * Returns a ready package to collecting, and its permit to preparation, if a sign-off was withdrawn or a
 * document is missing again. The portal is the actor of the permit's transition, since a client who returns a
 * package may not make transitions of staff.
 */
export async function collectAgainUnlessReady(context: WriteContext, pack: string): Promise<void> {
  const found = await lockRelated(context, 'rts', pack)
  if (found?.before.status !== packageStatus.READY) return
  const { signOff } = await loadGuardContext(found)
  const lacking = [
    ...documentsLacking(found.before, context.deps.permitLibrary.current),
    ...missingSignOff(signOff),
  ]
  if (lacking.length === 0) return
  await saveChanges(
    found.context,
    pack,
    found.version + 1,
    diffRecord(found.before, { status: packageStatus.COLLECTING, ...askedSinceApplied(found.before) }),
    {
      reason: toStoredText(joined(lacking.map(({ sentence }) => sentence))),
    },
  )
  if (isApprovalLost(found.before)) context.signedOff?.push({ pid: pack, act: 'LAPSED' })
  const permit = await lockRelated(context, 'permits', found.before.permit)
  if (permit?.before.status === permitStatus.READY_TO_SUBMIT)
    await stepPermit(context, permit.pid, { to: permitStatus.IN_PREPARATION }, portalActor)
}
