import { courtOf, followsOpenWork, turnClocks } from '@portal/contract'
import { statusMapOf } from '#configuration/status-map/in-force.ts'
import { diffRecord, saveChanges } from '../save-changes.ts'
import type { WriteContext } from '../writing.ts'
import { gatherFacts } from './facts.ts'
import { lockFollowing } from './standing.ts'

/** Whose turn a permit is that is in corrections, or waits for its client, hangs on what is asked of the client and what they have answered. */
export async function refreshCourt(context: WriteContext, permit: unknown): Promise<void> {
  const found = await lockFollowing(context, 'permits', permit)
  if (found === undefined || !followsOpenWork.includes(found.before['status'])) return
  const status = String(found.before['status'])
  const facts = await gatherFacts(found.context, found.pid, found.before)
  const court = courtOf(statusMapOf(context.deps.database), status, null, facts)
  if (court === found.before['court']) return
  const values = { court, ...turnClocks(found.before, status, court, context.now) }
  await saveChanges(found.context, found.pid, found.version + 1, diffRecord(found.before, values))
}
