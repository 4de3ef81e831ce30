import { Checklist, collections, invalid, asksClient, readinessOf, taskStatus } from '@portal/contract'
import type { RecordOf, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createRecordIn } from '#engine/write/create-record.ts'
import { run } from '#engine/write/writing.ts'
import { updatePackageContents } from '#domain/packages/change-contents.ts'
import { filesOfRecordSql } from './record-files.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { withWrongDocuments } from '../packages/wrong-documents.ts'
import { requireDocumentTypes } from '../permit-library/permit-library.ts'
import type { WrongDocuments } from '../packages/wrong-documents.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'

/**
 * Creates the client tasks of a transition, one for each item. Throws 400 if the transition does not ask a
 * client for anything.
 */
export async function requestFromClient(
  { context, pid, before }: LockedRecord<'permits'>,
  { to, items = [] }: TransitionBody,
): Promise<void> {
  if (items.length === 0) return
  if (!asksClient(to))
    throw invalid(
      'body.items',
      'out-of-place',
      'body.items: items can be requested only with corrections, or while the permit is waiting on the client',
    )
  const { deps, trx, actor } = context
  const documents = items.flatMap(({ requiredDocument }) => requiredDocument ?? [])
  requireDocumentTypes(deps, documents, 'body.items')
  for (const item of items) {
    const taskType = item.requiredDocument ? 'UPLOAD_DOCUMENT' : 'ANSWER_QUESTION'
    const values = {
      title: item.title,
      requiredDocument: item.requiredDocument ?? null,
      dueDate: item.dueDate ?? null,
    }
    await createRecordIn(deps, trx, actor, collections.ctasks, {
      ...values,
      taskType,
      permit: pid,
      assignedOrg: before.org,
    })
  }
}

const writeChecklist = (locked: LockedRecord<'rts'>, checklist: Checklist): Promise<void> =>
  updatePackageContents(locked, { checklist, ...readinessOf(checklist) })

/**
 * Copies the documents of the last cycle to the next: verified, received and waived ones are kept; those the
 * authority wants corrected are required again, with the reason.
 */
export async function carryChecklist(
  next: LockedRecord<'rts'>,
  last: RecordOf<typeof collections.rts>,
  wrong: WrongDocuments,
): Promise<void> {
  const before = new Map(
    Checklist.catch([])
      .parse(last.checklist ?? [])
      .map((item) => [item.documentType, item]),
  )
  const carried = Checklist.catch([])
    .parse(next.before.checklist ?? [])
    .map((item) => ({ ...(before.get(item.documentType) ?? item), required: item.required }))
  await writeChecklist(next, withWrongDocuments(carried, wrong))
}

/** Marks these documents of a locked package as required again. */
export async function requireAgain(pack: LockedRecord<'rts'>, wrong: WrongDocuments): Promise<void> {
  const checklist = Checklist.catch([]).parse(pack.before.checklist ?? [])
  await writeChecklist(pack, withWrongDocuments(checklist, wrong))
}

const collecting: readonly RecordOf<typeof collections.rts>['status'][] = [
  'COLLECTING',
  'CHECKING',
  'BLOCKED',
]

/**
 * A document that a client submits with a task becomes received in the package of the permit; a returned one
 * becomes rejected.
 */
export async function receiveDocument(
  { context, pid, before }: LockedRecord<'tasks'>,
  { to, reason }: TransitionBody,
): Promise<void> {
  const documentType = before.requiredDocument
  if (documentType === null || (to !== taskStatus.SUBMITTED && to !== taskStatus.RETURNED)) return
  const { deps, trx } = context
  const [open] = await run(
    deps.database,
    trx,
    sql`select r.pid from rts r join permits p on p.pid = r.permit and coalesce(p.cycle_no, 1) = r.cycle_no
      where r.permit = ${before.permit} and r.deleted_at is null`,
    z.object({ pid: z.string() }),
  )
  const found = await lockRelated(context, 'rts', open?.pid)
  if (found === undefined || !collecting.includes(found.before.status)) return
  const [file] = await run(
    deps.database,
    trx,
    sql`select f.pid from files f where ${filesOfRecordSql('tasks', pid)} order by f.created_at desc, f.pid desc limit 1`,
    z.object({ pid: z.string() }),
  )
  const checklist = Checklist.catch([]).parse(found.before.checklist ?? [])
  const changed = checklist.map((item) => {
    if (item.documentType !== documentType || item.state === 'WAIVED') return item
    if (to === taskStatus.RETURNED) return { ...item, state: 'REJECTED' as const, reason: reason ?? null }
    return { ...item, state: 'RECEIVED' as const, reason: null, file: file?.pid ?? item.file }
  })
  await writeChecklist(found, changed)
}
