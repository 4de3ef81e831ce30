import {
  Correction,
  CorrectionPatch,
  NewCorrections,
  Refusal,
  answersCorrection,
  clientCorrectionFields,
  collections,
  invalid,
  isAdministrator,
  isStaff,
  orgRoleRefusal,
  packageStatus,
  refusalOf,
} from '@portal/contract'
import type { Actor, Corrections, RecordOf } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { referenceSql } from '#engine/sql/field-sql.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { recalculateCourt } from '../court.ts'
import { requireDocumentTypes } from '../../permit-library/permit-library.ts'
import { requireAgain } from '../../documents/client-documents.ts'
import { inTransition, lockVisible, readVisible } from '#engine/transitions/lock-visible.ts'
import { filesOfPermitSql } from '../../documents/record-files.ts'
import { lockPackage } from '../../packages/packages.ts'
import { staleRecord } from '#engine/write/stale-record.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'
import { wrongDocuments } from '../../packages/wrong-documents.ts'
import { readableRows } from '#engine/query/visibility.ts'
import { run } from '#engine/write/writing.ts'
import { todayOf } from '#engine/query/reading.ts'
import { recordCorrections, shortened, notifyCorrections } from './record-corrections.ts'
import { notifyAnswer, notifyAsked } from './correction-notifications.ts'

const permits = collections.permits

/** The number of the permit's current cycle. */
const cycleOf = ({ before }: LockedRecord<'permits'>) => before.cycleNo ?? 1

/** Statuses in which a package no longer changes. */
const over: readonly string[] = [packageStatus.SUBMITTED, packageStatus.RETURNED]

/**
 * Can the comments of the permit's current cycle still be changed? Comments of a submitted cycle are kept as
 * they were submitted.
 */
async function isOpen({ context: { deps, trx }, pid, before }: LockedRecord<'permits'>): Promise<boolean> {
  if (before.bucket !== 'processing') return false
  const [pack] = await run(
    deps.database,
    trx,
    sql`select r.status from rts r where r.permit = ${pid} and r.cycle_no = ${before.cycleNo ?? 1}::int and r.deleted_at is null`,
    z.object({ status: z.string() }),
  )
  return pack !== undefined && !over.includes(pack.status)
}

const Row = Correction.omit({ answeredAt: true, editedAt: true, createdAt: true }).extend({
  answeredAt: z.date().nullable(),
  editedAt: z.date().nullable(),
  createdAt: z.date(),
})

/**
 * The comments of a permit that the actor may read: all for staff, those marked for the client for clients.
 */
async function readCorrections({
  context: { deps, trx, actor },
  pid,
}: LockedRecord<'permits'>): Promise<Correction[]> {
  const isClient = !isStaff(actor.role)
  const rows = await run(
    deps.database,
    trx,
    sql`select c.pid, c.version, c.cycle_no as "cycleNo", c.text, c.item, c.discipline, c.documents, c.due_date::text as "dueDate",
        c.for_client as "forClient", c.status, c.response, ${sql.raw(referenceSql('files', 'c.file', isClient))} as file,
        c.answered_at as "answeredAt", ${sql.raw(referenceSql('users', 'c.answered_by', isClient))} as "answeredBy",
        c.edited_at as "editedAt", ${sql.raw(referenceSql('users', 'c.edited_by', isClient))} as "editedBy", c.created_at as "createdAt"
      from corrections c, (select ${actor.org}::text as org) viewer
      where c.permit = ${pid} and (c.for_client or not ${isClient}::boolean) order by c.cycle_no, c.seq`,
    Row,
  )
  return rows.map(({ answeredAt, editedAt, createdAt, ...row }) => ({
    ...row,
    answeredAt: answeredAt?.toISOString() ?? null,
    editedAt: editedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

async function answer(locked: LockedRecord<'permits'>): Promise<Corrections> {
  return {
    cycleNo: cycleOf(locked),
    isOpen: await isOpen(locked),
    corrections: await readCorrections(locked),
  }
}

/** `GET /permits/{pid}/corrections`. Throws 403, 404. */
export function listCorrections(deps: RecordDeps, actor: Actor, pid: string): Promise<Corrections> {
  return inTransition(deps, actor, permits, async (context) => answer(await readVisible(context, pid)))
}

/**
 * Locks the permit, runs `work` on its comments and returns all of them. Throws 403, 404 and what `work`
 * throws.
 */
async function changeCorrections(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  work: (locked: LockedRecord<'permits'>) => Promise<void>,
): Promise<Corrections> {
  const answered = await inTransition(deps, actor, permits, async (context) => {
    const locked = await lockVisible(context, pid)
    await work(locked)
    return answer(locked)
  })
  deps.writes.notify()
  return answered
}

function refuse(sentence: string): never {
  throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

const collecting: readonly RecordOf<typeof collections.rts>['status'][] = [
  'COLLECTING',
  'CHECKING',
  'BLOCKED',
]

/**
 * `POST /permits/{pid}/corrections`: adds comments to the cycle that is being prepared; the documents they
 * name are required again. Throws 403 for clients, 404, 400, and 409 if there are no corrections or the
 * package is no longer being collected.
 */
export function addCorrections(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  body: unknown,
): Promise<Corrections> {
  readableRows(permits, actor, todayOf(deps, actor))
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'Only the office can record agency comments.')
  return changeCorrections(deps, actor, pid, async (locked) => {
    const parsed = NewCorrections.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { comments } = parsed.data
    if (cycleOf(locked) < 2) refuse('No corrections yet. Record corrections first.')
    const pack = await lockPackage(locked.context, pid, cycleOf(locked))
    if (pack === undefined || !collecting.includes(pack.before.status))
      refuse('The package is not collecting documents. Reopen it first.')
    const wrong = wrongDocuments([], comments)
    if (wrong.size > 0) await requireAgain(pack, wrong)
    await recordCorrections(locked, cycleOf(locked), comments)
    if (comments.some(({ forClient }) => forClient)) await notifyAsked(locked)
  })
}

/**
 * The file of a response must belong to the permit, its packages or its tasks; for a client it must also be
 * visible to clients.
 */
async function requireFile(
  { context: { deps, trx, actor }, pid }: LockedRecord<'permits'>,
  file: string,
): Promise<void> {
  const seen = isStaff(actor.role) ? sql`true` : sql`f.visibility = 'CLIENT'`
  const found = await run(
    deps.database,
    trx,
    sql`select 1 from files f where f.pid = ${file} and ${filesOfPermitSql(pid)} and ${seen}`,
  )
  if (found.length === 0)
    throw invalid('body.file', 'unknown-reference', 'body.file is not a file of this permit')
}

/** Throws if a client writes fields that are reserved for staff. */
function requireOwnFields(actor: Actor, patch: CorrectionPatch): void {
  if (isStaff(actor.role)) return
  const [other] = Object.keys(patch).filter((name) => !clientCorrectionFields.includes(name))
  if (other === undefined) return
  const detail = `body.${other}: the office writes this`
  throw new Refusal('forbidden-field', detail, {
    errors: [{ path: `body.${other}`, code: 'forbidden-field', detail }],
  })
}

/** The content of a comment without its answer. */
type Said = Pick<Correction, 'text' | 'item' | 'discipline' | 'dueDate' | 'documents' | 'forClient'>

/**
 * The comment after the patch. A response sets it to answered; clearing the response opens it again. A
 * comment that counts as answered always has a response.
 */
function patched(
  found: Correction,
  patch: CorrectionPatch,
): Omit<Correction, 'file'> & { file: string | null } {
  const { version: _version, response, file, status, documents, ...said } = patch
  const text = response === undefined ? found.response : response || null
  const isNew =
    (response !== undefined && text !== found.response) ||
    (file !== undefined && file !== (found.file?.pid ?? null))
  const follows =
    text === null
      ? 'OPEN'
      : isNew || found.status === 'OPEN'
        ? response === undefined
          ? found.status
          : 'ANSWERED'
        : found.status
  const next = status ?? follows
  if (next !== 'OPEN' && text === null)
    throw invalid('body.response', 'required', 'body.response: enter a response')
  return {
    ...found,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    documents: documents ? [...new Set(documents)] : found.documents,
    response: text,
    file: file === undefined ? (found.file?.pid ?? null) : file,
    status: next,
  }
}

const sameDocuments = (one: Said, other: Said) =>
  one.documents.toSorted().join() === other.documents.toSorted().join()
/** Did the content of the comment change? Its answer does not count. */
const isEdited = (before: Said, next: Said) =>
  before.text !== next.text ||
  (before.item ?? '') !== (next.item ?? '') ||
  before.discipline !== next.discipline ||
  before.dueDate !== next.dueDate ||
  !sameDocuments(before, next)

/**
 * Documents added to an edited comment are required again. Throws 409 if the package is no longer being
 * collected.
 */
async function needAdded(locked: LockedRecord<'permits'>, before: Said, next: Said): Promise<void> {
  const documents = next.documents.filter((document) => !before.documents.includes(document))
  if (documents.length === 0) return
  requireDocumentTypes(locked.context.deps, documents, 'body.documents')
  const pack = await lockPackage(locked.context, locked.pid, cycleOf(locked))
  if (pack === undefined || !collecting.includes(pack.before.status))
    refuse('The package is not collecting documents. Reopen it first.')
  await requireAgain(pack, wrongDocuments([], [{ text: next.text, documents, forClient: next.forClient }]))
}

/** The comment with that pid, if the actor may read it. Throws 404, and 409 once its cycle is submitted. */
async function openCorrection(locked: LockedRecord<'permits'>, correction: string): Promise<Correction> {
  const found = (await readCorrections(locked)).find(({ pid }) => pid === correction)
  if (found === undefined) throw new Refusal('not-found', 'Comment not found on this permit.')
  if (found.cycleNo !== cycleOf(locked) || !(await isOpen(locked)))
    refuse('This cycle was submitted. Its comments can’t be changed.')
  return found
}

/**
 * `PATCH /permits/{pid}/corrections/{correction}`: a response, a status, or (staff only) the content. Throws
 * 403, 404, 400, and 409 for a stale `version` (with `current`), once the cycle is submitted, and for a
 * client once staff have accepted the answer.
 */
export function patchCorrection(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  correction: string,
  body: unknown,
): Promise<Corrections> {
  return changeCorrections(deps, actor, pid, async (locked) => {
    const { context } = locked
    const found = await openCorrection(locked, correction)
    const parsed = CorrectionPatch.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const patch = parsed.data
    if (!answersCorrection(actor, found))
      throw new Refusal(
        'forbidden',
        orgRoleRefusal(actor, 'MEMBER') ?? 'This comment is assigned to the office.',
      )
    requireOwnFields(actor, patch)
    if (patch.version !== undefined && patch.version !== found.version)
      throw staleRecord(JSON.stringify(found), 'This comment was changed by someone else.')
    if (!isStaff(actor.role) && found.status === 'DONE') refuse('The office already accepted your response.')
    if (patch.file) await requireFile(locked, patch.file)
    const next = patched(found, patch)
    const isEdit = isEdited(found, next)
    await needAdded(locked, found, next)
    const isAnswer = next.response !== found.response || next.file !== (found.file?.pid ?? null)
    await run(
      context.deps.database,
      context.trx,
      sql`update corrections set text = ${next.text}, item = ${next.item || null}, discipline = ${next.discipline}, due_date = ${next.dueDate}::date,
        for_client = ${next.forClient}, status = ${next.status}, response = ${next.response}, file = ${next.file}, version = version + 1,
        documents = ${next.documents}::text[],
        edited_at = case when ${isEdit} then ${context.now}::timestamptz else edited_at end,
        edited_by = case when ${isEdit} then ${actor.pid} else edited_by end,
        answered_at = case when ${isAnswer} then ${context.now}::timestamptz else answered_at end,
        answered_by = case when ${isAnswer} then ${actor.pid} else answered_by end where pid = ${correction}`,
    )
    const said = (each: Said & Pick<Correction, 'status' | 'response'>) =>
      [
        ...(isEdit ? [each.item, each.discipline, each.dueDate, each.documents.join(', ')] : []),
        shortened(each.text),
        each.status,
        shortened(each.response ?? ''),
      ]
        .filter(Boolean)
        .join(' · ')
    await notifyCorrections(
      locked,
      [correction],
      [{ field: 'correction', from: said(found), to: said(next) }],
    )
    await recalculateCourt(context, pid)
    if (!isStaff(actor.role) && next.status === 'ANSWERED' && isAnswer) await notifyAnswer(locked, found.text)
    if (next.forClient && !found.forClient) await notifyAsked(locked)
  })
}

/**
 * `DELETE /permits/{pid}/corrections/{correction}`: deletes a comment that was recorded by mistake. Throws
 * 403 unless the actor is an administrator, 404, 409.
 */
export function removeCorrection(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  correction: string,
): Promise<Corrections> {
  readableRows(permits, actor, todayOf(deps, actor))
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can delete a comment.')
  return changeCorrections(deps, actor, pid, async (locked) => {
    const found = await openCorrection(locked, correction)
    await notifyCorrections(
      locked,
      [correction],
      [{ field: 'correction', from: shortened(found.text), to: null }],
    )
    await run(
      locked.context.deps.database,
      locked.context.trx,
      sql`delete from corrections where pid = ${correction}`,
    )
    await recalculateCourt(locked.context, pid)
  })
}

/**
 * Who receives the event that a comment changed: staff, and clients of the permit's organization if the
 * comment is marked for the client.
 */
export function correctionEvents<Event extends { pid: string }>(
  { database }: Pick<RecordDeps, 'database'>,
  events: readonly Event[],
): (actor: Actor) => Promise<readonly Event[]> {
  const text = `select c.pid from corrections c join permits p on p.pid = c.permit where c.pid = any($1::text[]) and c.for_client and p.org = $2`
  return async ({ role, org }) => {
    if (role !== 'client') return events
    const theirs = await database.query(
      text,
      [[...new Set(events.map(({ pid }) => pid))], org],
      z.object({ pid: z.string() }),
    )
    return events.filter(({ pid }) => theirs.some((each) => each.pid === pid))
  }
}
