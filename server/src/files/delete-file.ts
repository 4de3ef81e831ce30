import { Refusal, folderMimeType, whyNotDelete } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { changingFiles } from '#domain/packages/package-files.ts'
import type { FileDeps } from './deps.ts'
import { notFound, openFile } from './file-access.ts'
import { writeChange } from './file-history.ts'
import { requireNotSubmitted } from './submitted-files.ts'
import { deleteSubtree, describeSubtree } from './tree.queries.ts'

/** A folder may contain thousands of unfinished uploads, and a bucket is slow; limits the parallel calls. */
const discardedAtOnce = 20

/**
 * `DELETE /api/aws/deleteFile`: deletes a file, or a folder with everything below it. Bytes are kept for 30
 * days; those of unfinished uploads are removed immediately.
 */
export async function deleteFile(deps: FileDeps, actor: Actor, pid: string): Promise<void> {
  const { database } = deps
  const { file, root } = await openFile(database, actor, pid)
  const at = deps.clock.now()
  const unfinished = await database.kysely.transaction().execute((trx) => {
    const remove = async () => {
      const subtree = await describeSubtree(database, trx, pid, actor.pid)
      if (subtree === null) throw notFound()
      await requireNotSubmitted(database, trx, pid)
      const why = whyNotDelete(actor, { ...subtree, isFolder: file.mimeType === folderMimeType }, at)
      if (why !== null) throw new Refusal('forbidden', why)
      const keys = await deleteSubtree(database, trx, pid, at, actor.pid)
      const changes = [{ field: 'name', from: file.name, to: null }]
      await writeChange(trx, {
        pid,
        action: 'delete',
        version: file.version + 1,
        actor: actor.pid,
        at,
        changes,
      })
      return keys
    }
    return changingFiles(deps, trx, actor, [root], remove, 'leaving')
  })
  for (let at = 0; at < unfinished.length; at += discardedAtOnce) {
    await Promise.all(unfinished.slice(at, at + discardedAtOnce).map((key) => deps.store.discardUpload(key)))
  }
}
