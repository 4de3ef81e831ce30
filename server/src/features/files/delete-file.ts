import { Refusal, isAdministrator, isStaff } from '@portal/contract'
import type { Actor } from '@portal/contract'
import type { Deps } from '../../deps.ts'
import { notFound, openFile } from './file-access.ts'
import { writeChange } from './file-history.ts'
import { deleteSubtree, describeSubtree } from './tree.queries.ts'
import type { Subtree } from './tree.queries.ts'

/** So long a client may take a folder upload back that failed in the middle, with what of it had arrived. */
const takenBackWithinMs = 24 * 60 * 60_000

/** Administrators delete everything, staff what is their own, clients what they have not handed in yet. Source: domain.md section 5, decision 0011. */
function mayDelete(actor: Actor, isFolder: boolean, { isOwn, hasStored, oldestAt }: Subtree, now: Date): boolean {
  if (isAdministrator(actor.role)) return true
  if (!isOwn) return false
  if (isStaff(actor.role) || !hasStored) return true
  return isFolder && now.getTime() - oldestAt.getTime() < takenBackWithinMs
}

/** `DELETE /api/aws/deleteFile`: a file, or a folder with all below it. Bytes stay for 30 days, those of unfinished uploads go at once. */
export async function deleteFile(deps: Deps, actor: Actor, pid: string): Promise<void> {
  const { database } = deps
  const { file } = await openFile(database, actor, pid)
  const at = deps.clock.now()
  const unfinished = await database.kysely.transaction().execute(async (trx) => {
    const subtree = await describeSubtree(database, trx, pid, actor.pid)
    if (subtree === null) throw notFound()
    if (!mayDelete(actor, file.mimeType === 'folder', subtree, at)) {
      throw new Refusal(
        'forbidden',
        isStaff(actor.role) ? 'Others made this: an administrator deletes it.' : 'What was handed in is deleted by staff.',
      )
    }
    const keys = await deleteSubtree(database, trx, pid, at, actor.pid)
    const changes = [{ field: 'name', from: file.name, to: null }]
    await writeChange(trx, { pid, action: 'delete', version: file.version + 1, actor: actor.pid, at, changes })
    return keys
  })
  for (const key of unfinished) await deps.store.discardUpload(key)
}
