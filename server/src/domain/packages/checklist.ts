import {
  Checklist,
  Refusal,
  checklistStates,
  collections,
  invalid,
  isDocumentThere,
  isStaff,
  storableText,
  readinessOf,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, ChecklistItem, RecordOf } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { getRecord } from '#engine/query/get-record.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { run } from '#engine/write/writing.ts'
import { updatePackageContents } from './change-contents.ts'
import { inTransition, lockVisible } from '#engine/transitions/lock-visible.ts'
import { filesOfPermitSql } from '../documents/record-files.ts'
import type { LockedRecord } from '#engine/write/write-context.ts'

const file = z.string().min(1).max(64).nullish()

/** `expectedFile` is the file the caller saw, so that a document whose file has changed since is refused. */
const Body = z.strictObject({
  state: z.enum(checklistStates),
  reason: storableText(500).nullish(),
  file,
  onPaper: z.boolean().optional(),
  expectedFile: file,
})
type Body = z.infer<typeof Body>

/** Statuses in which the documents of a package can be changed. */
const collecting: readonly RecordOf<typeof collections.rts>['status'][] = [
  'COLLECTING',
  'CHECKING',
  'BLOCKED',
]

/**
 * A document must be a file of the package, its permit or one of its tasks; otherwise naming a file would
 * give access to it.
 */
async function requireFileOfPermit(
  { context: { deps, trx }, before }: LockedRecord<'rts'>,
  pid: string,
): Promise<void> {
  const [found] = await run(
    deps.database,
    trx,
    sql`select coalesce(s.state = 'infected', false) as is_infected from files f left join scans s on s.store_key = f.store_key
      where f.pid = ${pid} and ${filesOfPermitSql(before.permit)}`,
    z.object({ is_infected: z.boolean() }),
  )
  if (found === undefined)
    throw invalid(
      'body.file',
      'unknown-reference',
      'body.file is not a file of the package, its permit or its tasks',
    )
  if (found.is_infected)
    throw documentRefusal('document-infected', 'A virus was found in this file. Choose another file.')
}

const documentRefusal = (
  code: string,
  sentence: string,
  params: NonNullable<Refusal['extras']['params']> = {},
) => new Refusal('transition-refused', sentence, { unmet: [sentence], code, params })

/** The document after the change. A missing document has neither a file nor a paper copy. */
function after(item: ChecklistItem, { state, reason = null, file: chosen, onPaper }: Body): ChecklistItem {
  if (state === 'MISSING') return { ...item, state, reason, file: null, onPaper: false }
  // Choosing a file replaces the paper copy, and vice versa.
  const isPaper = onPaper ?? (item.onPaper && (chosen ?? null) === null)
  return {
    ...item,
    state,
    reason,
    onPaper: isPaper,
    file: chosen === undefined ? (onPaper === true ? null : item.file) : chosen,
  }
}

/**
 * Throws 409 if a document is to be verified but has neither a file nor a paper copy. Source: contract.md
 * 11.3.
 */
function requireThere(item: ChecklistItem): void {
  if (item.state !== 'VERIFIED' || isDocumentThere(item)) return
  const sentence = 'This document has no file. Attach a file or mark a paper copy, then verify it.'
  throw documentRefusal('document-without-file', sentence, { document: item.documentType })
}

/**
 * `PATCH /rts/{pid}/checklist/{item}`: sets the state of one document of the package; returns the package as
 * JSON text. Throws 403 for clients, 404, 400 (rejecting or waiving a document needs a reason), 409 if the
 * package is not being collected, if a document without file and paper is to be verified, or if its file is
 * not the one the caller saw.
 */
export async function setChecklistItem(
  deps: RecordDeps,
  actor: Actor,
  pid: string,
  item: string,
  body: unknown,
): Promise<string> {
  if (!isStaff(actor.role))
    throw new Refusal('forbidden', 'Only the office can check documents of a package.')
  await inTransition(deps, actor, collections.rts, async (context) => {
    const locked = await lockVisible(context, pid)
    const checklist = Checklist.parse(locked.before.checklist ?? [])
    const found = checklist.find(({ documentType }) => documentType === item)
    if (found === undefined)
      throw new Refusal(
        'not-found',
        phrase('The package has no document {{item}}.', { item: item.slice(0, 60) }),
      )
    const parsed = Body.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { state, reason, expectedFile } = parsed.data
    if ((state === 'REJECTED' || state === 'WAIVED') && !reason)
      throw invalid(
        'body.reason',
        'required',
        'body.reason: enter a reason for rejecting or waiving the document',
      )
    if (!collecting.includes(locked.before.status)) {
      throw documentRefusal(
        'package-not-collected',
        'The package is not collecting documents. Reopen it first.',
      )
    }
    if (expectedFile !== undefined && expectedFile !== found.file)
      throw new Refusal(
        'version-conflict',
        'The file of this document was replaced. Review the new file first.',
      )
    const document = after(found, parsed.data)
    if (document.file !== null && (document.file !== found.file || document.state === 'VERIFIED'))
      await requireFileOfPermit(locked, document.file)
    requireThere(document)
    const changed = checklist.map((item) => (item === found ? document : item))
    await updatePackageContents(locked, { checklist: changed, ...readinessOf(changed) })
  })
  deps.writes.notify()
  return getRecord(deps, actor, collections.rts, pid)
}
