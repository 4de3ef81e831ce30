import { Pid, Refusal, folderMimeType, parseFileRoot } from '@portal/contract'
import type { Actor, FileList, FileRoot, FolderStep } from '@portal/contract'
import type { Deps } from '../../deps.ts'
import { clientOrgOf, openWay, requireRoot } from './file-access.ts'
import { countFolder, listFolder, listSteps } from './files.queries.ts'
import { auditReading } from './read-audit.ts'

export interface ListFiles {
  /** A root's name or a folder's pid. */
  parentId: string
  /** Absent = everything in one answer. */
  part?: { page: number; pageSize: number }
}

interface Folder {
  root: FileRoot
  /** From the top of the root down to the folder; empty for the top itself. */
  path: FolderStep[]
}

/** The folder a parentId stands for, open to the actor; refuses otherwise. */
async function openFolder(deps: Deps, actor: Actor, parentId: string): Promise<Folder> {
  const named = parseFileRoot(parentId)
  if (named !== null) {
    await requireRoot(deps.database, actor, named)
    return { root: named, path: [] }
  }
  const way = Pid.safeParse(parentId).success ? await listSteps(deps.database, parentId) : []
  if (way.at(-1)?.mimeType !== folderMimeType) throw new Refusal('not-found', 'There is no such file or folder.')
  return { root: await openWay(deps.database, actor, way), path: way.map(({ pid, name }) => ({ pid, name })) }
}

/** A folder's contents as the actor may see them. Reading the restricted folder is written down. */
export async function listFiles(deps: Deps, actor: Actor, { parentId, part }: ListFiles): Promise<FileList> {
  const { root, path } = await openFolder(deps, actor, parentId)
  const folder = path.at(-1)?.pid ?? null
  await auditReading(deps, actor, root, { pid: folder ?? root.name, action: 'list', version: 1 })
  const question = { root: root.name, folder, clientOrg: clientOrgOf(actor) }
  const answer = { success: true, message: 'OK', root: root.name, path }
  if (part === undefined) return { ...answer, records: await listFolder(deps.database, question) }
  const { page, pageSize } = part
  const [records, count] = await Promise.all([
    listFolder(deps.database, question, { limit: pageSize, offset: (page - 1) * pageSize }),
    countFolder(deps.database, question),
  ])
  return { ...answer, records, metadata: { count, page, pageSize } }
}
