import {
  Refusal,
  documentsLacking,
  invalid,
  isAutomaticTransition,
  issuanceFields,
  issuanceInputs,
  paymentInputs,
  opensCycle,
  permitMachineOf,
  recordedCorrections,
  refusalOfTransitionTo,
  requireIssuanceDates,
  missingSignOff,
  phrase,
  inEnglish,
  joined,
} from '@portal/contract'
import type {
  Actor,
  Machine,
  GuardContext,
  RecordValues,
  TransitionRefusal,
  TransitionBody,
} from '@portal/contract'
import { sql } from 'kysely'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { requestFromClient, receiveDocument } from '../../documents/client-documents.ts'
import { effects } from './field-updates.ts'
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
const givenUp: readonly string[] = ['WITHDRAWN', 'CANCELLED', 'REJECTED_INTAKE']

/** The state machine of permits from the current status map, which the transition has locked. */
const machineOfPermits = ({ deps }: WriteContext): Machine => permitMachineOf(deps.statusMap.current)

async function cancelTasks(context: WriteContext, permit: string): Promise<void> {
  const open = await run<{ pid: string }>(
    context.deps.database,
    context.trx,
    sql`select k.pid from tasks k where k.permit = ${permit} and k.deleted_at is null and k.status not in ('DONE', 'CANCELLED') order by k.pid`,
  )
  for (const { pid } of open) {
    const task = await lockRelated(context, 'tasks', pid)
    if (task !== undefined)
      await saveChanges(task.context, pid, task.version + 1, diffRecord(task.before, { status: 'CANCELLED' }))
  }
}

/** An issued amendment supersedes the permit it amends. */
async function supersede(context: WriteContext, amended: unknown): Promise<void> {
  const found = await lockRelated(context, 'permits', amended)
  if (found !== undefined && isAutomaticTransition('permits', found.before['status'], 'SUPERSEDED'))
    await applyTransition(found, { to: 'SUPERSEDED' })
}

/** Follow-up changes of a permit's transition, in the same transaction. */
async function onPermitTransition(
  locked: LockedRecord,
  body: TransitionBody,
  facts: GuardContext,
): Promise<void> {
  const { context, pid, before } = locked
  const { to } = body
  const cycleNo = Number(before['cycleNo'] ?? 1)
  const comments = to === 'CORRECTIONS_REQUIRED' ? recordedCorrections(body) : []
  const isNewCycle = opensCycle(before['status'], to, facts)
  if (isNewCycle) await returnPackage(context, pid, cycleNo)
  const wrong = wrongDocuments(body.items ?? [], comments)
  if (to === 'IN_PREPARATION' || to === 'WAITING_CLIENT' || isNewCycle)
    await ensurePackage(locked, isNewCycle ? cycleNo + 1 : cycleNo, wrong)
  await recordCorrections({ ...locked, version: locked.version + 1 }, cycleNo + 1, comments)
  await requestFromClient(locked, body)
  if (to === 'SUBMITTED') await freezePackage(context, pid, cycleNo, body)
  if (to === 'ISSUED') await supersede(context, before['previousRevision'])
  if (body.refund === true && (to === 'VOIDED' || to === 'REVOKED'))
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
  permit: unknown,
  body: TransitionBody,
  judged: Pick<Actor, 'role'> = context.actor,
): Promise<void> {
  const found = await lockRelated(context, 'permits', permit)
  if (found === undefined) return
  const facts = await loadGuardContext(found.context, found.pid, found.before)
  if (refusalOfTransitionTo(machineOfPermits(context), judged, found.before, facts, body) === null)
    await applyTransition(found, body)
}

/** Once its client tasks are done, a waiting permit continues. Source: domain.md 2, WAITING_CLIENT. */
async function onTaskTransition(task: LockedRecord, body: TransitionBody): Promise<void> {
  const { context, before } = task
  const { to } = body
  if (before['audience'] !== 'CLIENT') return
  await receiveDocument(task, body)
  const permit = await lockRelated(context, 'permits', before['permit'])
  if (permit === undefined) return
  await recalculateCourt(context, permit.pid)
  if (to !== 'DONE' || permit.before['status'] !== 'WAITING_CLIENT') return
  const { clientTasks, corrections } = await loadGuardContext(permit.context, permit.pid, permit.before)
  if (clientTasks + corrections.ofClient === 0)
    await stepPermit(context, permit.pid, { to: 'IN_PREPARATION' })
}

/** A ready package makes its permit ready; a package that is collected again returns it to preparation. */
async function onPackageTransition({ context, before }: LockedRecord, { to }: TransitionBody): Promise<void> {
  const permit = await lockRelated(context, 'permits', before['permit'])
  if (to === 'READY' && permit?.before['status'] === 'IN_PREPARATION')
    await stepPermit(context, permit.pid, { to: 'READY_TO_SUBMIT' })
  if (to === 'COLLECTING' && permit?.before['status'] === 'READY_TO_SUBMIT')
    await stepPermit(context, permit.pid, { to: 'IN_PREPARATION' })
}

/**
 * Returns a ready package to collecting, and its permit to preparation, if a sign-off was withdrawn or a
 * document is missing again. The portal is the actor of the permit's transition, since a client who returns a
 * package may not make transitions of staff.
 */
export async function collectAgainUnlessReady(context: WriteContext, pack: string): Promise<void> {
  const found = await lockRelated(context, 'rts', pack)
  if (found?.before['status'] !== 'READY') return
  const { signOff } = await loadGuardContext(found.context, pack, found.before)
  const lacking = [...documentsLacking(found.before), ...missingSignOff(signOff)]
  if (lacking.length === 0) return
  await saveChanges(
    found.context,
    pack,
    found.version + 1,
    diffRecord(found.before, { status: 'COLLECTING' }),
    {
      reason: inEnglish(joined(lacking.map(({ sentence }) => sentence))),
    },
  )
  const permit = await lockRelated(context, 'permits', found.before['permit'])
  if (permit?.before['status'] === 'READY_TO_SUBMIT')
    await stepPermit(context, permit.pid, { to: 'IN_PREPARATION' }, portalActor)
}

/** Refunds what was paid of a voided payment in the same transaction. */
async function onPaymentTransition(
  locked: LockedRecord,
  { to, reason }: TransitionBody,
  { refundable }: GuardContext,
): Promise<void> {
  const none = { back: to === 'VOID' ? refundable : 0, freed: [] }
  const { back, freed } = to === 'VOID' && locked.before['kind'] === 'FEE' ? await takeOffVoid(locked) : none
  if (back > 0) await writeRefund(locked, { amount: back, reason })
  await settlePermits(locked.context, [locked.before['permit'], ...freed])
}

const follow: Readonly<
  Record<string, (locked: LockedRecord, body: TransitionBody, facts: GuardContext) => Promise<void>>
> = {
  permits: onPermitTransition,
  tasks: onTaskTransition,
  rts: onPackageTransition,
  payments: onPaymentTransition,
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
function requireIssuanceInPlace(
  { before, context: { declaration, today } }: LockedRecord,
  body: TransitionBody,
): void {
  const told = issuanceFields.filter((name) => body[name])
  const isIssue = declaration.table === 'permits' && body.to === 'ISSUED'
  const asked = isIssue ? issuanceInputs(before, today).map(({ name }) => name) : []
  const stray = told.find((name) => !asked.includes(name))
  if (stray !== undefined)
    throw invalid(
      `body.${stray}`,
      'out-of-place',
      phrase('body.{{stray}} is only for issuing a permit', { stray }),
    )
  if (told.length === 0) return
  const isExtended = before['status'] === 'EXPIRED'
  requireIssuanceDates(
    {
      issuedDate: isExtended ? before['issuedDate'] : (body.issuedDate ?? today),
      expiryDate: body.expiryDate ?? before['expiryDate'],
    },
    today,
  )
}

/** Comments are only accepted with corrections. Throws 400 otherwise. */
function requireCommentsInPlace({ declaration }: WriteContext, { to, comments = [] }: TransitionBody): void {
  if (comments.length === 0 || (declaration.table === 'permits' && to === 'CORRECTIONS_REQUIRED')) return
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
  const { table } = context.declaration
  if (table === 'rts' && body.to === 'SUBMITTED') {
    await submitPermit(locked, body)
    return
  }
  requireMoneyInPlace(locked, body)
  requireIssuanceInPlace(locked, body)
  requireCommentsInPlace(context, body)
  const facts = await loadGuardContext(context, pid, before)
  const values: RecordValues = effects[table]?.(locked, body, facts) ?? { status: body.to }
  await saveChanges(context, pid, version + 1, diffRecord(before, values), { reason: body.reason })
  context.steps?.push({ collection: context.declaration.name, pid, to: body.to })
  await follow[table]?.(locked, body, facts)
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

async function submitPermit({ context, before }: LockedRecord, body: TransitionBody): Promise<void> {
  const permit = await lockRelated(context, 'permits', before['permit'])
  const sentence = 'The permit is not ready to submit.'
  if (permit === undefined || before['cycleNo'] !== permit.before['cycleNo'])
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  requireTransition(
    machineOfPermits(context),
    permit,
    await loadGuardContext(permit.context, permit.pid, permit.before),
    {
      ...body,
      to: 'SUBMITTED',
    },
  )
  await applyTransition(permit, { ...body, to: 'SUBMITTED' })
}
