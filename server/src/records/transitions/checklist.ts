import { Checklist, Refusal, checklistStates, collections, invalid, isStaff, keptText, readinessOf, refusalOf } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { announceWrites } from '../announce.ts'
import { getRecord } from '../get-record.ts'
import type { RecordDeps } from '../reading.ts'
import { run } from '../writing.ts'
import { changeContents } from './change-contents.ts'
import { inStep, lockVisible } from './lock-visible.ts'
import { lyingWithPermit } from './lying-with.ts'
import type { Stood } from './standing.ts'

const Body = z.strictObject({ state: z.enum(checklistStates), reason: keptText(500).nullish(), file: z.string().min(1).max(64).nullish() })

/** A package that was called ready, sent or given up is not collected any more. */
const collecting: readonly unknown[] = ['COLLECTING', 'CHECKING', 'BLOCKED']

/** A document is a file that lies with the package, its permit or a task of it: nobody is shown another file by naming it. */
async function requireFileOfPermit({ context: { deps, trx }, before }: Stood, file: string): Promise<void> {
  const found = await run(deps.database, trx, sql`select f.pid from files f where f.pid = ${file} and ${lyingWithPermit(before['permit'])}`)
  if (found.length === 0) throw invalid('body.file', 'unknown-reference', 'body.file names no file of the package, its permit or its tasks')
}

/**
 * `PATCH /rts/{pid}/checklist/{item}`: how one document of the package stands; answers the package as JSON text. Throws 403 for clients, 404,
 * 400 (a rejected or waived document needs its reason), 409 where the package is not being collected.
 */
export async function setChecklistItem(deps: RecordDeps, actor: Actor, pid: string, item: string, body: unknown): Promise<string> {
  if (!isStaff(actor.role)) throw new Refusal('forbidden', 'The office checks the documents of a package.')
  await inStep(deps, actor, collections.rts, async (context) => {
    const stood = await lockVisible(context, pid)
    const checklist = Checklist.parse(stood.before['checklist'] ?? [])
    if (!checklist.some(({ documentType }) => documentType === item))
      throw new Refusal('not-found', `The package has no document ${item.slice(0, 60)}.`)
    const parsed = Body.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { state, reason = null, file } = parsed.data
    if ((state === 'REJECTED' || state === 'WAIVED') && !reason)
      throw invalid('body.reason', 'required', 'body.reason: say why the document is rejected or waived')
    if (!collecting.includes(stood.before['status'])) {
      const sentence = 'The package is not being collected: collect again first.'
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    if (file && !checklist.some((each) => each.documentType === item && each.file === file)) await requireFileOfPermit(stood, file)
    const changed = checklist.map((each) =>
      each.documentType === item ? { ...each, state, reason, file: file === undefined ? each.file : file } : each,
    )
    await changeContents(stood, { checklist: changed, ...readinessOf(changed) })
  })
  announceWrites(deps.database)
  return getRecord(deps, actor, collections.rts, pid)
}
