import { courtOf, turnClocks } from '@portal/contract'
import { statusMapOf } from '#configuration/status-map/in-force.ts'
import { changesOf, saveChanges } from '../save-changes.ts'
import type { WriteContext } from '../writing.ts'
import { gatherFacts } from './facts.ts'
import { lockFollowing } from './standing.ts'

/** Whose turn a permit in corrections is hangs on its client tasks. */
export async function refreshCourt(context: WriteContext, permit: unknown): Promise<void> {
  const found = await lockFollowing(context, 'permits', permit)
  if (found?.before['status'] !== 'CORRECTIONS_REQUIRED') return
  const facts = await gatherFacts(found.context, found.pid, found.before)
  const court = courtOf(statusMapOf(context.deps.database), 'CORRECTIONS_REQUIRED', null, facts)
  if (court === found.before['court']) return
  const values = { court, ...turnClocks(found.before, 'CORRECTIONS_REQUIRED', court, context.now) }
  await saveChanges(found.context, found.pid, found.version + 1, changesOf(found.before, values))
}
