import { maxCorrections, invalid, phrase } from '@portal/contract'
import type { NewCorrection } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { requireDocumentTypes } from '../../permit-library/permit-library.ts'
import { recalculateCourt } from '../court.ts'
import { historySql, run } from '#engine/write/writing.ts'
import type { FieldChange } from '#engine/write/writing.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'

/** Maximum length of a comment in the history of its permit. */
const maxToldLength = 200

/** The text of a comment for the history of its permit. */
export const shortened = (text: string): string =>
  text.length > maxToldLength ? `${text.slice(0, maxToldLength - 1)}…` : text

/**
 * Writes changes of comments to the history of their permit. A second history entry per comment updates other
 * open pages; clients receive it only for comments they are asked to answer.
 */
export async function notifyCorrections(
  { context, pid, version }: LockedRecord<'permits'>,
  corrections: readonly string[],
  changes: readonly FieldChange[],
): Promise<void> {
  const { deps, trx, now, actor } = context
  await run(deps.database, trx, historySql(context, pid, 'update', version, changes))
  await run(
    deps.database,
    trx,
    insertHistorySql({
      at: now,
      collection: 'corrections',
      pid: sql.raw('c.pid'),
      action: 'update',
      version: sql.raw('c.version'),
      actor: actor.pid,
      from: sql`from corrections c where c.pid = any(${corrections}::text[])`,
    }),
  )
}

/** Deletes comments whose recording is undone. */
export async function forgetCorrections(
  { deps, trx }: Pick<WriteContext, 'deps' | 'trx'>,
  corrections: readonly string[],
): Promise<void> {
  if (corrections.length > 0)
    await run(deps.database, trx, sql`delete from corrections where pid = any(${corrections}::text[])`)
}

/**
 * Records comments of the authority on a locked permit, to be answered in this cycle. Throws 400 if the cycle
 * would have too many.
 */
export async function recordCorrections(
  locked: LockedRecord<'permits'>,
  cycleNo: number,
  comments: readonly NewCorrection[],
): Promise<void> {
  if (comments.length === 0) return
  const { context, pid: permit } = locked
  const { deps, trx, actor, now } = context
  const named = comments.flatMap(({ documents }) => documents ?? [])
  requireDocumentTypes(deps, named, 'body.comments')
  const [counted] = await run(
    deps.database,
    trx,
    sql`select count(*)::int as count from corrections c where c.permit = ${permit} and c.cycle_no = ${cycleNo}::int`,
    z.object({ count: z.number() }),
  )
  if ((counted?.count ?? 0) + comments.length > maxCorrections)
    throw invalid(
      'body.comments',
      'too-many',
      phrase('body.comments: a submission cycle can have up to {{mostCorrections}} comments', {
        mostCorrections: maxCorrections,
      }),
    )
  const rows = comments.map(({ text, item, discipline, documents, dueDate, forClient }, index) => ({
    place: index,
    pid: deps.ids.pid(),
    text,
    item: item || null,
    discipline: discipline ?? null,
    documents: [...new Set(documents ?? [])],
    due_date: dueDate ?? null,
    for_client: forClient ?? false,
  }))
  await run(
    deps.database,
    trx,
    sql`insert into corrections (pid, permit, cycle_no, text, item, discipline, documents, due_date, for_client, created_at, created_by)
      select r.pid, ${permit}, ${cycleNo}::int, r.text, r.item, r.discipline, r.documents, r.due_date, r.for_client, ${now}::timestamptz, ${actor.pid}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(place int, pid text, text text, item text, discipline text, documents text[], due_date date, for_client boolean) order by r.place`,
  )
  const changes = rows.map(({ text }) => ({ field: 'correction', from: null, to: shortened(text) }))
  await notifyCorrections(
    locked,
    rows.map(({ pid }) => pid),
    changes,
  )
  if (rows.some((row) => row.for_client)) await recalculateCourt(context, permit)
}
