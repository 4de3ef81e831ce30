import {
  isAutomaticTransition,
  issuanceFields,
  permitMachineOf,
  permitStatus,
  recordedCorrections,
  requireIssuanceDates,
  taskStatus,
} from '@portal/contract'
import { opensCycle, permitUpdates } from '@portal/contract/permit-effects'
import type { GuardContext, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { applyTransition } from '#engine/transitions/apply-transition.ts'
import type { CollectionTransitions } from '#engine/transitions/collection-transitions.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { closeProposals } from '../authorities/feeds/accept.ts'
import { requestFromClient } from '../documents/client-documents.ts'
import { cancelPackage, ensurePackage, freezePackage, returnPackage } from '../packages/packages.ts'
import { wrongDocuments } from '../packages/wrong-documents.ts'
import { refundAllPayments } from '../payments/apply-refund.ts'
import { recordCorrections } from './corrections/record-corrections.ts'
import { permitFacts } from './permit-guard-facts.ts'

/** Statuses that end a permit without a decision; nobody continues to work on it. */
const givenUp: readonly string[] = [
  permitStatus.WITHDRAWN,
  permitStatus.CANCELLED,
  permitStatus.REJECTED_INTAKE,
]

async function cancelTasks(context: WriteContext, permit: string): Promise<void> {
  const open = await run(
    context.deps.database,
    context.trx,
    sql`select k.pid from tasks k where k.permit = ${permit} and k.deleted_at is null and k.status not in ('DONE', 'CANCELLED') order by k.pid`,
    z.object({ pid: z.string() }),
  )
  for (const { pid } of open) {
    const task = await lockRelated(context, 'tasks', pid)
    if (task !== undefined)
      await saveChanges(
        task.context,
        pid,
        task.version + 1,
        diffRecord(task.before, { status: taskStatus.CANCELLED }),
      )
  }
}

/** An issued amendment supersedes the permit it amends. */
async function supersede(context: WriteContext, amended: string | null): Promise<void> {
  const found = await lockRelated(context, 'permits', amended)
  if (found !== undefined && isAutomaticTransition('permits', found.before.status, permitStatus.SUPERSEDED))
    await applyTransition(found, { to: permitStatus.SUPERSEDED })
}

/** Follow-up changes of a permit's transition, in the same transaction. */
async function onTransition(
  locked: LockedRecord<'permits'>,
  body: TransitionBody,
  facts: GuardContext,
): Promise<void> {
  const { context, pid, before } = locked
  const { to } = body
  await closeProposals(context, pid)
  const cycleNo = before.cycleNo ?? 1
  const comments = to === permitStatus.CORRECTIONS_REQUIRED ? recordedCorrections(body) : []
  const isNewCycle = opensCycle(before.status, to, facts)
  if (isNewCycle) await returnPackage(context, pid, cycleNo)
  const wrong = wrongDocuments(body.items ?? [], comments)
  if (to === permitStatus.IN_PREPARATION || to === permitStatus.WAITING_CLIENT || isNewCycle)
    await ensurePackage(locked, isNewCycle ? cycleNo + 1 : cycleNo, wrong)
  await recordCorrections({ ...locked, version: locked.version + 1 }, cycleNo + 1, comments)
  await requestFromClient(locked, body)
  if (to === permitStatus.SUBMITTED) await freezePackage(context, pid, cycleNo, body)
  if (to === permitStatus.ISSUED) await supersede(context, before.previousRevision)
  if (body.refund === true && (to === permitStatus.VOIDED || to === permitStatus.REVOKED))
    await refundAllPayments(context, pid, body.reason)
  if (givenUp.includes(to)) {
    await cancelPackage(context, pid, cycleNo)
    await cancelTasks(context, pid)
  }
}

/** Throws 400 if the dates of an issuance contradict each other or the calendar. */
function checkInputs({ before, context: { today } }: LockedRecord<'permits'>, body: TransitionBody): void {
  if (!issuanceFields.some((name) => body[name])) return
  const isExtended = before.status === permitStatus.EXPIRED
  requireIssuanceDates(
    {
      issuedDate: isExtended ? before.issuedDate : (body.issuedDate ?? today),
      expiryDate: body.expiryDate ?? before.expiryDate,
    },
    today,
  )
}

export const permitTransitions: CollectionTransitions<'permits'> = {
  machine: permitMachineOf,
  guardContext: ({ context, pid }) => permitFacts(context, pid, null),
  checkInputs,
  updates: ({ context: { deps, now, today }, before }, body, facts) =>
    permitUpdates(deps.statusMap.current, before, body, facts, now, today),
  onTransition,
}
