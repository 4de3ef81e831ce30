import { folderMimeType } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import type { Database } from '#database/database.ts'

/** A file or folder on the way from the top of its root down to the one asked for. */
export interface Step {
  pid: string
  name: string
  root: string
  mimeType: string
  visibility: 'INTERNAL' | 'CLIENT'
  org: string | null
  isDeleted: boolean
}

interface StepRow {
  pid: string
  name: string
  root: string
  mime_type: string
  visibility: 'INTERNAL' | 'CLIENT'
  org: string | null
  is_deleted: boolean
}

/** Deeper than any tree people make; ends a walk that a damaged tree would turn into a circle. */
const deepest = 200

const wayText = `with recursive way as (
    select pid, parent_pid, name, root, mime_type, visibility, org, deleted_at, 0 as depth from files where pid = $1
    union all
    select f.pid, f.parent_pid, f.name, f.root, f.mime_type, f.visibility, f.org, f.deleted_at, w.depth + 1
    from files f join way w on f.pid = w.parent_pid where w.depth < ${deepest}
  )
  select pid, name, root, mime_type, visibility, org, deleted_at is not null as is_deleted from way order by depth desc`

/** The way to a file or folder, from the top of its root: the last step is the one asked for. Empty when there is none of that pid. */
export async function listSteps(database: Database, pid: string): Promise<Step[]> {
  const rows = await database.named<StepRow>(wayText, [pid])
  return rows.map(({ mime_type, is_deleted, ...row }) => ({ ...row, mimeType: mime_type, isDeleted: is_deleted }))
}

/** A folder's contents as one reader may see them. */
export interface FolderQuestion {
  root: string
  /** Pid of the folder; null at the top of the root. */
  folder: string | null
  /** Organization of a client, who sees what is marked CLIENT and, in uploads, their organization's own; null for staff, who see all. */
  clientOrg: string | null
}

const scopeText = `from files f
  left join users u on u.pid = f.updated_by
  left join orgs o on o.pid = f.org
  where f.root = $1 and coalesce(f.parent_pid, '') = $2 and f.deleted_at is null and f.status = 'done'
    and ($3::text is null or (f.visibility = 'CLIENT' and (f.root <> 'uploads' or f.org = $3)))`

const listText = `select f.pid, f.name, f.size, f.mime_type, f.status, f.updated_at, f.visibility,
    u.pid as editor_pid, u.name as editor_name, o.pid as org_pid, o.legal_name as org_name
  ${scopeText}
  order by f.mime_type <> '${folderMimeType}', lower(f.name), f.pid
  limit $4 offset $5`

const countText = `select count(*)::int as count ${scopeText}`

interface ListRow {
  pid: string
  name: string
  size: number
  mime_type: string
  status: string
  updated_at: Date
  visibility: 'INTERNAL' | 'CLIENT'
  editor_pid: string | null
  editor_name: string | null
  org_pid: string | null
  org_name: string | null
}

const toReference = (pid: string | null, title: string | null) => (pid === null ? null : { pid, title: title ?? pid })

/** The files of a folder, folders first, then by name; all of them where no part is asked for. */
export async function listFolder(database: Database, question: FolderQuestion, part?: { limit: number; offset: number }): Promise<FileRecord[]> {
  const { root, folder, clientOrg } = question
  const rows = await database.named<ListRow>(listText, [root, folder ?? '', clientOrg, part?.limit ?? null, part?.offset ?? 0])
  return rows.map((row) => ({
    pid: row.pid,
    name: row.name,
    parentId: folder ?? root,
    size: row.size,
    mimeType: row.mime_type,
    root,
    status: row.status,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: toReference(row.editor_pid, row.editor_name),
    visibility: row.visibility,
    org: toReference(row.org_pid, row.org_name),
  }))
}

export async function countFolder(database: Database, { root, folder, clientOrg }: FolderQuestion): Promise<number> {
  const [row] = await database.named<{ count: number }>(countText, [root, folder ?? '', clientOrg])
  return row?.count ?? 0
}

/** What is needed to hand a file's bytes over. */
export interface StoredFile {
  name: string
  mimeType: string
  version: number
  storeKey: string
  sha256: string | null
}

const storedText = `select name, mime_type, version, store_key, sha256 from files where pid = $1 and status = 'done' and store_key is not null and deleted_at is null`

/** The stored file of that pid; undefined for folders, unfinished and deleted files. */
export async function findStoredFile(database: Database, pid: string): Promise<StoredFile | undefined> {
  const [row] = await database.named<{ name: string; mime_type: string; version: number; store_key: string; sha256: string | null }>(storedText, [
    pid,
  ])
  return row && { name: row.name, mimeType: row.mime_type, version: row.version, storeKey: row.store_key, sha256: row.sha256 }
}
