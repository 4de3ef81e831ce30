import { addDays, collections, formatDay, renewalTaskDays } from '@portal/contract'
import { sql } from 'kysely'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import { createRecordIn } from '#engine/write/create-record.ts'
import { withActiveStaff } from '#engine/write/staff-references.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { findLanguageOf } from '#platform/language/language-of-person.ts'
import { notificationTexts } from '../../notifications/texts.ts'
import { createSuccessor, whyNotSuccessor } from '../following.ts'

/** Whether a permit has a renewal, in whatever status; one that was withdrawn shows that none is wanted. */
async function hasRenewal({ deps, trx }: WriteContext, pid: string): Promise<boolean> {
  const found = await run(
    deps.database,
    trx,
    sql`select 1 from permits f where f.renewal_of = ${pid} and f.deleted_at is null limit 1`,
  )
  return found.length > 0
}

/**
 * Makes the renewal of an issued permit that is near its end, and a task for who prepares it. Nothing for a permit
 * that has a renewal, or that could not be renewed by hand. Returns the pid of the renewal.
 */
export async function prepareRenewal(context: WriteContext, pid: string): Promise<string | null> {
  const permit = await lockRelated(context, 'permits', pid)
  const expires = permit?.before.expiryDate ?? null
  if (permit === undefined || expires === null || (await hasRenewal(context, pid))) return null
  if ((await whyNotSuccessor(permit, 'renew')).length > 0) return null
  const renewal = await createSuccessor(permit, 'renew')
  const { deps, trx, actor, today } = context
  const { assignedTo, refNo, title } = permit.before
  const language = assignedTo === null ? 'en' : await findLanguageOf(trx, assignedTo)
  const due = addDays(expires, -renewalTaskDays)
  const ofTasks = { ...context, declaration: collections.tasks }
  const values = await withActiveStaff(ofTasks, {
    title: notificationTexts(language)('prepareRenewal', {
      number: refNo ?? title ?? '',
      day: formatDay(expires, language),
    }),
    taskType: 'PREPARE_FORM',
    permit: renewal,
    dueDate: due < today ? today : due,
    assignedTo,
  })
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  await createRecordIn(deps, trx, actor, collections.tasks, given)
  return renewal
}
