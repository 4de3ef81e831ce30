import { Checklist, collections, invalid, asksClient, readinessOf } from '@portal/contract'
import type { RecordValues, TransitionBody } from '@portal/contract'
import { sql } from 'kysely'
import { createRecordIn } from '../create-record.ts'
import { run } from '../writing.ts'
import { updatePackageContents } from './change-contents.ts'
import { filesOfRecordSql } from './record-files.ts'
import { lockRelated } from './locked-record.ts'
import { withWrongDocuments } from './wrong-documents.ts'
import type { WrongDocuments } from './wrong-documents.ts'
import type { LockedRecord } from './locked-record.ts'

/**
 * Makes the client tasks a step asks for, one for each item. Throws 400 where the step asks a client for
 * nothing.
 */
export async function requestFromClient(
  { context, pid, before }: LockedRecord,
  { to, items = [] }: TransitionBody,
): Promise<void> {
  if (items.length === 0) return
  if (!asksClient(to))
    throw invalid(
      'body.items',
      'out-of-place',
      'body.items: a client is asked with corrections, or while the permit waits for the client',
    )
  const { deps, trx, actor } = context
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
      assignedOrg: before['org'],
    })
  }
}

const writeChecklist = (locked: LockedRecord, checklist: Checklist): Promise<void> =>
  updatePackageContents(locked, { checklist, ...readinessOf(checklist) })

/**
 * The next cycle begins with the documents of the last one: what was verified, received or waived stays, and
 * what the authority wants corrected is needed anew, with what is wrong as the reason.
 */
export async function carryChecklist(
  next: LockedRecord,
  last: RecordValues,
  wrong: WrongDocuments,
): Promise<void> {
  const before = new Map(
    Checklist.catch([])
      .parse(last['checklist'] ?? [])
      .map((item) => [item.documentType, item]),
  )
  const carried = Checklist.catch([])
    .parse(next.before['checklist'] ?? [])
    .map((item) => ({ ...(before.get(item.documentType) ?? item), required: item.required }))
  await writeChecklist(next, withWrongDocuments(carried, wrong))
}

/** These documents of a locked package are needed anew. */
export async function requireAgain(pack: LockedRecord, wrong: WrongDocuments): Promise<void> {
  const checklist = Checklist.catch([]).parse(pack.before['checklist'] ?? [])
  await writeChecklist(pack, withWrongDocuments(checklist, wrong))
}

const collecting: readonly unknown[] = ['COLLECTING', 'CHECKING', 'BLOCKED']

/**
 * A document a client hands in with a task is received in the package of the permit; one that is returned is
 * rejected there.
 */
export async function receiveDocument(
  { context, pid, before }: LockedRecord,
  { to, reason }: TransitionBody,
): Promise<void> {
  const documentType = before['requiredDocument']
  if (typeof documentType !== 'string' || (to !== 'SUBMITTED' && to !== 'RETURNED')) return
  const { deps, trx } = context
  const [open] = await run<{ pid: string }>(
    deps.database,
    trx,
    sql`select r.pid from rts r join permits p on p.pid = r.permit and coalesce(p.cycle_no, 1) = r.cycle_no
      where r.permit = ${before['permit']} and r.deleted_at is null`,
  )
  const found = await lockRelated(context, 'rts', open?.pid)
  if (found === undefined || !collecting.includes(found.before['status'])) return
  const [file] = await run<{ pid: string }>(
    deps.database,
    trx,
    sql`select f.pid from files f where ${filesOfRecordSql('tasks', pid)} order by f.created_at desc, f.pid desc limit 1`,
  )
  const checklist = Checklist.catch([]).parse(found.before['checklist'] ?? [])
  const changed = checklist.map((item) => {
    if (item.documentType !== documentType || item.state === 'WAIVED') return item
    if (to === 'RETURNED') return { ...item, state: 'REJECTED' as const, reason: reason ?? null }
    return { ...item, state: 'RECEIVED' as const, reason: null, file: file?.pid ?? item.file }
  })
  await writeChecklist(found, changed)
}
