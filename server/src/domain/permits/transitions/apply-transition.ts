import {
  Refusal,
  documentsLacking,
  invalid,
  isAutomaticTransition,
  issuanceFields,
  issuanceInputs,
  paymentInputs,
  packageStatus,
  paymentStatus,
  permitMachineOf,
  permitStatus,
  recordedCorrections,
  refusalOfTransitionTo,
  requireIssuanceDates,
  taskStatus,
  missingSignOff,
  phrase,
  joined,
} from '@portal/contract'
import { opensCycle } from '@portal/contract/permit-effects'
import { toStoredText } from '#platform/language/stored-message.ts'
import type { Actor, Machine, GuardContext, TransitionRefusal, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { requestFromClient, receiveDocument } from '../../documents/client-documents.ts'
import { fieldUpdates } from './field-updates.ts'
import { loadGuardContext } from './guard-context.ts'
import { portalActor } from '#engine/write/portal-actor.ts'
import { refundAllPayments, writeRefund } from '../../payments/apply-refund.ts'
import { settlePermits, takeOffVoid } from '../../payments/settle.ts'
import { recalculateCourt } from './court.ts'
import { cancelPackage, ensurePackage, freezePackage, returnPackage } from '../../packages/packages.ts'
import { lockRelated } from './locked-record.ts'
import { recordCorrections } from '../corrections/record-corrections.ts'
import { wrongDocuments } from '../../packages/wrong-documents.ts'
import type { LockedRecord } from './locked-record.ts'

/** Statuses that end a permit without a decision; nobody continues to work on it. */
const givenUp: readonly string[] = [
  permitStatus.WITHDRAWN,
  permitStatus.CANCELLED,
  permitStatus.REJECTED_INTAKE,
]

/** The state machine of permits from the current status map, which the transition has locked. */
const machineOfPermits = ({ deps }: WriteContext): Machine => permitMachineOf(deps.statusMap.current)

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
async function onPermitTransition(
  locked: LockedRecord<'permits'>,
  body: TransitionBody,
  facts: GuardContext,
): Promise<void> {
  const { context, pid, before } = locked
  const { to } = body
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

/**
 * Applies the follow-up transition to the permit of a package or task, if the status map allows it now to the
 * user who caused it or to the portal.
 */
async function stepPermit(
  context: WriteContext,
  permit: string | null,
  body: TransitionBody,
  judged: Pick<Actor, 'role'> = context.actor,
): Promise<void> {
  const found = await lockRelated(context, 'permits', permit)
  if (found === undefined) return
  const facts = await loadGuardContext(found)
  if (refusalOfTransitionTo(machineOfPermits(context), judged, found.before, facts, body) === null)
    await applyTransition(found, body)
}

/** Once its client tasks are done, a waiting permit continues. Source: domain.md 2, WAITING_CLIENT. */
async function onTaskTransition(task: LockedRecord<'tasks'>, body: TransitionBody): Promise<void> {
  const { context, before } = task
  const { to } = body
  if (before.audience !== 'CLIENT') return
  await receiveDocument(task, body)
  const permit = await lockRelated(context, 'permits', before.permit)
  if (permit === undefined) return
  await recalculateCourt(context, permit.pid)
  if (to !== taskStatus.DONE || permit.before.status !== permitStatus.WAITING_CLIENT) return
  const { clientTasks, corrections } = await loadGuardContext(permit)
  if (clientTasks + corrections.ofClient === 0)
    await stepPermit(context, permit.pid, { to: permitStatus.IN_PREPARATION })
}

/** A ready package makes its permit ready; a package that is collected again returns it to preparation. */
async function onPackageTransition(
  { context, before }: LockedRecord<'rts'>,
  { to }: TransitionBody,
): Promise<void> {
  const permit = await lockRelated(context, 'permits', before.permit)
  if (to === packageStatus.READY && permit?.before.status === permitStatus.IN_PREPARATION)
    await stepPermit(context, permit.pid, { to: permitStatus.READY_TO_SUBMIT })
  if (to === packageStatus.COLLECTING && permit?.before.status === permitStatus.READY_TO_SUBMIT)
    await stepPermit(context, permit.pid, { to: permitStatus.IN_PREPARATION })
}

/**
 * Returns a ready package to collecting, and its permit to preparation, if a sign-off was withdrawn or a
 * document is missing again. The portal is the actor of the permit's transition, since a client who returns a
 * package may not make transitions of staff.
 */
export async function collectAgainUnlessReady(context: WriteContext, pack: string): Promise<void> {
  const found = await lockRelated(context, 'rts', pack)
  if (found?.before.status !== 'READY') return
  const { signOff } = await loadGuardContext(found)
  const lacking = [...documentsLacking(found.before), ...missingSignOff(signOff)]
  if (lacking.length === 0) return
  await saveChanges(
    found.context,
    pack,
    found.version + 1,
    diffRecord(found.before, { status: packageStatus.COLLECTING }),
    {
      reason: toStoredText(joined(lacking.map(({ sentence }) => sentence))),
    },
  )
  const permit = await lockRelated(context, 'permits', found.before.permit)
  if (permit?.before.status === permitStatus.READY_TO_SUBMIT)
    await stepPermit(context, permit.pid, { to: permitStatus.IN_PREPARATION }, portalActor)
}

/** Refunds what was paid of a voided payment in the same transaction. */
async function onPaymentTransition(
  locked: LockedRecord<'payments'>,
  { to, reason }: TransitionBody,
  { refundable }: GuardContext,
): Promise<void> {
  const none = { back: to === paymentStatus.VOID ? refundable : 0, freed: [] }
  const { back, freed } =
    to === paymentStatus.VOID && locked.before.kind === 'FEE' ? await takeOffVoid(locked) : none
  if (back > 0) await writeRefund(locked, { amount: back, reason })
  await settlePermits(locked.context, [locked.before.permit, ...freed])
}

/** Follow-up changes of a transition on other records, in the same transaction. */
async function onTransition(locked: LockedRecord, body: TransitionBody, facts: GuardContext): Promise<void> {
  if (locked.table === 'permits') await onPermitTransition(locked, body, facts)
  if (locked.table === 'tasks') await onTaskTransition(locked, body)
  if (locked.table === 'rts') await onPackageTransition(locked, body)
  if (locked.table === 'payments') await onPaymentTransition(locked, body, facts)
}

/**
 * Method, date and check number are only accepted with a transition that records a payment. Throws 400
 * otherwise.
 */
function requireMoneyInPlace(
  { before, context: { declaration, today } }: LockedRecord,
  { to, method, reference, paidOn }: TransitionBody,
): void {
  const inputs = declaration.table === 'payments' ? paymentInputs(to, before) : []
  const takes = (input: string) => inputs.some(({ name }) => name === input)
  if (method && !takes('method'))
    throw invalid('body.method', 'out-of-place', 'body.method is only for recording a payment')
  if (reference && !takes('reference'))
    throw invalid('body.reference', 'out-of-place', 'body.reference is only for recording a payment')
  if (!paidOn) return
  if (!takes('paidOn')) throw invalid('body.paidOn', 'out-of-place', 'body.paidOn is only for a paid payment')
  if (paidOn > today) throw invalid('body.paidOn', 'out-of-range', 'body.paidOn is in the future')
}

/**
 * Permit number and dates are only accepted with the issuance of a permit, the expiry date also with its
 * extension. Throws 400 naming the field.
 */
function requireIssuanceInPlace(locked: LockedRecord, body: TransitionBody): void {
  const { today } = locked.context
  const told = issuanceFields.filter((name) => body[name])
  const permit = locked.table === 'permits' && body.to === permitStatus.ISSUED ? locked.before : null
  const asked = permit === null ? [] : issuanceInputs(permit, today).map(({ name }) => name)
  const stray = told.find((name) => !asked.includes(name))
  if (stray !== undefined)
    throw invalid(
      `body.${stray}`,
      'out-of-place',
      phrase('body.{{stray}} is only for issuing a permit', { stray }),
    )
  if (permit === null || told.length === 0) return
  const isExtended = permit.status === permitStatus.EXPIRED
  requireIssuanceDates(
    {
      issuedDate: isExtended ? permit.issuedDate : (body.issuedDate ?? today),
      expiryDate: body.expiryDate ?? permit.expiryDate,
    },
    today,
  )
}

/** Comments are only accepted with corrections. Throws 400 otherwise. */
function requireCommentsInPlace({ declaration }: WriteContext, { to, comments = [] }: TransitionBody): void {
  if (comments.length === 0 || (declaration.table === 'permits' && to === permitStatus.CORRECTIONS_REQUIRED))
    return
  throw invalid(
    'body.comments',
    'out-of-place',
    'body.comments: agency comments are recorded only with corrections',
  )
}

/**
 * Writes a validated transition and all follow-up changes. A package is submitted by the transition of its
 * permit.
 */
export async function applyTransition(locked: LockedRecord, body: TransitionBody): Promise<void> {
  const { context, pid, before, version } = locked
  if (locked.table === 'rts' && body.to === packageStatus.SUBMITTED) {
    await submitPermit(locked, body)
    return
  }
  requireMoneyInPlace(locked, body)
  requireIssuanceInPlace(locked, body)
  requireCommentsInPlace(context, body)
  const facts = await loadGuardContext(locked)
  const values = fieldUpdates(locked, body, facts)
  await saveChanges(context, pid, version + 1, diffRecord(before, values), { reason: body.reason })
  context.steps?.push({ collection: context.declaration.name, pid, to: body.to })
  await onTransition(locked, body, facts)
}

/** Throws the refusal of a transition that is not possible. */
export function requireTransition(
  machine: Machine,
  { context, before }: LockedRecord,
  facts: GuardContext,
  body: TransitionBody,
): void {
  throwRefused(refusalOfTransitionTo(machine, context.actor, before, facts, body))
}

/** Throws a refusal, if it is one. */
export function throwRefused(refused: TransitionRefusal | null): void {
  if (refused === null) return
  const coded =
    refused.blocker === undefined ? {} : { code: refused.blocker.code, params: refused.blocker.params }
  if (refused.kind === 'forbidden') throw new Refusal('forbidden', refused.sentence, coded)
  throw new Refusal('transition-refused', joined(refused.unmet), { unmet: refused.unmet, ...coded })
}

async function submitPermit({ context, before }: LockedRecord<'rts'>, body: TransitionBody): Promise<void> {
  const permit = await lockRelated(context, 'permits', before.permit)
  const sentence = 'The permit is not ready to submit.'
  if (permit === undefined || before.cycleNo !== permit.before.cycleNo)
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  requireTransition(machineOfPermits(context), permit, await loadGuardContext(permit), {
    ...body,
    to: permitStatus.SUBMITTED,
  })
  await applyTransition(permit, { ...body, to: permitStatus.SUBMITTED })
}
