import { courtOf, followsOpenWork, turnClocks } from '@portal/contract'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { loadGuardContext } from '#engine/transitions/apply-transition.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'

/**
 * The court of a permit in corrections, or waiting for its client, depends on what the client is asked and
 * has answered.
 */
export async function recalculateCourt(context: WriteContext, permit: string | null): Promise<void> {
  const found = await lockRelated(context, 'permits', permit)
  const status = found?.before.status ?? null
  if (found === undefined || status === null || !followsOpenWork.includes(status)) return
  const facts = await loadGuardContext(found)
  const court = courtOf(context.deps.statusMap.current, status, null, facts)
  if (court === found.before.court) return
  const values = { court, ...turnClocks(found.before, status, court, context.now) }
  await saveChanges(found.context, found.pid, found.version + 1, diffRecord(found.before, values))
}
