import { isStaff } from '@portal/contract'
import type { Actor, FileList } from '@portal/contract'
import type { FileDeps } from './deps.ts'
import { clientOrgOf, openFolder } from './file-access.ts'
import { countFolder, listFolder } from './files.queries.ts'
import { auditReading } from './read-audit.ts'

export interface ListFiles {
  /** Name of a root or pid of a folder. */
  parentId: string
  /** Absent: everything in one answer. */
  part?: { page: number; pageSize: number }
}

/**
 * The contents of a folder as the actor may see them. Reading the restricted folder is recorded in the
 * history.
 */
export async function listFiles(
  deps: FileDeps,
  actor: Actor,
  { parentId, part }: ListFiles,
): Promise<FileList> {
  const { root, folderPath, pid: folder } = await openFolder(deps.database, actor, parentId)
  const path = folderPath.map(({ pid, name, visibility }) => ({
    pid,
    name,
    ...(isStaff(actor.role) && { visibility }),
  }))
  await auditReading(deps, actor, root, [{ pid: folder ?? root.name, action: 'list', version: 1 }])
  const question = { root: root.name, folder, clientOrg: clientOrgOf(actor) }
  const result = { success: true, message: 'OK', root: root.name, path }
  if (part === undefined) return { ...result, records: await listFolder(deps.database, question) }
  const { page, pageSize } = part
  const [records, count] = await Promise.all([
    listFolder(deps.database, question, { limit: pageSize, offset: (page - 1) * pageSize }),
    countFolder(deps.database, question),
  ])
  return { ...result, records, metadata: { count, page, pageSize } }
}
