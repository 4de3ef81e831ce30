import { folderMimeType } from '@portal/contract'
import { ScanState } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** A step of a path, from the top of the root down to the requested file or folder. */
export interface PathEntry {
  pid: string
  name: string
  root: string
  mimeType: string
  visibility: 'INTERNAL' | 'CLIENT'
  org: string | null
  /** The parent folder; null at the top level. */
  parentPid: string | null
  version: number
  /** False until the upload is finished; unfinished files are in no list. */
  isDone: boolean
  isDeleted: boolean
}

const StepRow = z.object({
  of: z.string(),
  pid: z.string(),
  name: z.string(),
  root: z.string(),
  mime_type: z.string(),
  visibility: z.enum(['INTERNAL', 'CLIENT']),
  org: z.string().nullable(),
  parent_pid: z.string().nullable(),
  version: z.number(),
  is_done: z.boolean(),
  is_deleted: z.boolean(),
})
type StepRow = z.infer<typeof StepRow>

/** Maximum depth of folders in a root, so that the path of a file is always read completely. */
export const deepestFolder = 100
/** Ends the recursion if damaged data contains a cycle. */
const deepest = 2 * deepestFolder

const stepColumns = (alias: string) =>
  ['pid', 'parent_pid', 'name', 'root', 'mime_type', 'visibility', 'org', 'version', 'status', 'deleted_at']
    .map((name) => `${alias}.${name}`)
    .join(', ')

const waysText = `with recursive way as (
    select f.pid as of, ${stepColumns('f')}, 0 as depth from files f where f.pid = any($1::text[])
    union all
    select w.of, ${stepColumns('f')}, w.depth + 1 from files f join way w on f.pid = w.parent_pid where w.depth < ${deepest}
  )
  select of, pid, parent_pid, name, root, mime_type, visibility, org, version, status = 'done' as is_done, deleted_at is not null as is_deleted
  from way order by depth desc`

function toStep({ pid, name, root, visibility, org, version, ...row }: StepRow): PathEntry {
  const { mime_type: mimeType, is_done: isDone, is_deleted: isDeleted, parent_pid: parentPid } = row
  return { pid, name, root, mimeType, visibility, org, parentPid, version, isDone, isDeleted }
}

/**
 * Paths of files and folders, each from the top of its root down to the requested entry. Unknown pids are
 * left out.
 */
export async function listPaths(
  database: Database,
  pids: readonly string[],
): Promise<Map<string, PathEntry[]>> {
  const rows = await database.query(waysText, [[...pids]], StepRow)
  return new Map(
    [...Map.groupBy(rows, (row) => row.of)].map(([pid, folderPath]) => [pid, folderPath.map(toStep)]),
  )
}

/** The path of one file or folder; empty when the pid is unknown. */
export async function findPath(
  database: Database,
  pid: string,
  trx?: Transaction<Tables>,
): Promise<PathEntry[]> {
  if (trx === undefined) return (await listPaths(database, [pid])).get(pid) ?? []
  return (await database.queryIn(trx, waysText, [[pid]], StepRow)).map(toStep)
}

/** Query for the contents of a folder, as one reader may see them. */
export interface FolderQuestion {
  root: string
  /** Pid of the folder; null at the top level of the root. */
  folder: string | null
  /**
   * Organization of a client, who sees what is marked CLIENT and, in `uploads`, belongs to their
   * organization; null for staff, who see everything.
   */
  clientOrg: string | null
}

const joinsText = `from files f
  left join users m on m.pid = f.created_by
  left join users u on u.pid = f.updated_by
  left join orgs o on o.pid = f.org
  left join scans s on s.store_key = f.store_key`

const scopeText = `${joinsText}
  where f.root = $1 and coalesce(f.parent_pid, '') = $2 and f.deleted_at is null and f.status = 'done'
    and ($3::text is null or (f.visibility = 'CLIENT' and (f.root <> 'uploads' or f.org = $3)))`

/**
 * The submitted package that contains a file, or something in a folder. Only records have files of packages.
 */
const submittedText = `(with recursive below as (
      select f.pid as pid where f.root like '%/%'
      union all
      select c.pid from files c join below b on c.parent_pid = b.pid where c.deleted_at is null
    )
    select json_build_object('pid', z.pid, 'title', z.ref_no) from below b
      join rts z on z.frozen_files @> array[b.pid] and z.submitted_at is not null order by z.submitted_at limit 1)`

const recordColumns = `f.pid, f.name, f.parent_pid, f.root, f.size, f.mime_type, f.status, f.created_at, f.updated_at, f.visibility,
    m.pid as maker_pid, m.name as maker_name, u.pid as editor_pid, u.name as editor_name, o.pid as org_pid, o.legal_name as org_name,
    case when f.mime_type <> '${folderMimeType}' then coalesce(s.state, 'not scanned') end as scanned,
    ${submittedText} as submitted`

const listText = `select ${recordColumns}
  ${scopeText}
  order by f.mime_type <> '${folderMimeType}', lower(f.name), f.pid
  limit $4 offset $5`

const countText = `select count(*)::int as count ${scopeText}`

const ListRow = z.object({
  pid: z.string(),
  name: z.string(),
  parent_pid: z.string().nullable(),
  root: z.string(),
  size: z.number(),
  mime_type: z.string(),
  status: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
  visibility: z.enum(['INTERNAL', 'CLIENT']),
  maker_pid: z.string().nullable(),
  maker_name: z.string().nullable(),
  editor_pid: z.string().nullable(),
  editor_name: z.string().nullable(),
  org_pid: z.string().nullable(),
  org_name: z.string().nullable(),
  /** Null for folders. */
  scanned: ScanState.nullable(),
  submitted: z.object({ pid: z.string(), title: z.string() }).nullable(),
})
type ListRow = z.infer<typeof ListRow>

const toReference = (pid: string | null, title: string | null) =>
  pid === null ? null : { pid, title: title ?? pid }

function toRecord(row: ListRow): FileRecord {
  return {
    pid: row.pid,
    name: row.name,
    parentId: row.parent_pid ?? row.root,
    size: row.size,
    mimeType: row.mime_type,
    root: row.root,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    createdBy: toReference(row.maker_pid, row.maker_name),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: toReference(row.editor_pid, row.editor_name),
    visibility: row.visibility,
    org: toReference(row.org_pid, row.org_name),
    ...(row.scanned !== null && { scanned: row.scanned }),
    ...(row.submitted !== null && { submittedWith: row.submitted }),
  }
}

/** The contents of a folder: folders first, then by name; everything when no page is requested. */
export async function listFolder(
  database: Database,
  question: FolderQuestion,
  part?: { limit: number; offset: number },
): Promise<FileRecord[]> {
  const { root, folder, clientOrg } = question
  const rows = await database.query(
    listText,
    [root, folder ?? '', clientOrg, part?.limit ?? null, part?.offset ?? 0],
    ListRow,
  )
  return rows.map(toRecord)
}

const recordText = `select ${recordColumns} ${joinsText} where f.pid = $1 and f.deleted_at is null`

/** One file or folder as responses show it, finished or not. */
export async function findRecord(database: Database, pid: string): Promise<FileRecord | undefined> {
  const [row] = await database.query(recordText, [pid], ListRow)
  return row && toRecord(row)
}

const recordsText = `select ${recordColumns} ${joinsText} where f.pid = any($1::text[]) and f.deleted_at is null`

/** Several files and folders as responses show them, by pid. */
export async function findRecords(
  database: Database,
  pids: readonly string[],
): Promise<Map<string, FileRecord>> {
  const rows = await database.query(recordsText, [[...pids]], ListRow)
  return new Map(rows.map((row) => [row.pid, toRecord(row)]))
}

export async function countFolder(
  database: Database,
  { root, folder, clientOrg }: FolderQuestion,
): Promise<number> {
  const [row] = await database.query(
    countText,
    [root, folder ?? '', clientOrg],
    z.object({ count: z.number() }),
  )
  return row?.count ?? 0
}

/** The data needed to send a file's bytes. */
export interface StoredFile {
  name: string
  mimeType: string
  version: number
  storeKey: string
  sha256: string | null
}

const storedText = `select name, mime_type, version, store_key, sha256 from files where pid = $1 and status = 'done' and store_key is not null and deleted_at is null`

/** The stored file with that pid; undefined for folders, unfinished and deleted files. */
export async function findStoredFile(database: Database, pid: string): Promise<StoredFile | undefined> {
  const [row] = await database.query(
    storedText,
    [pid],
    z.object({
      name: z.string(),
      mime_type: z.string(),
      version: z.number(),
      store_key: z.string(),
      sha256: z.string().nullable(),
    }),
  )
  return (
    row && {
      name: row.name,
      mimeType: row.mime_type,
      version: row.version,
      storeKey: row.store_key,
      sha256: row.sha256,
    }
  )
}

/** A file or folder below a selected one, for a zip. */
export interface FileBelow {
  pid: string
  parentPid: string | null
  name: string
  mimeType: string
  size: number
  version: number
  updatedAt: Date
  /** Null for folders. */
  storeKey: string | null
}

const BelowRow = z.object({
  top: z.string(),
  pid: z.string(),
  parent_pid: z.string().nullable(),
  name: z.string(),
  mime_type: z.string(),
  size: z.number(),
  version: z.number(),
  updated_at: z.date(),
  store_key: z.string().nullable(),
})
type BelowRow = z.infer<typeof BelowRow>

const seenText = `f.deleted_at is null and f.status = 'done' and ($2::text is null or (f.visibility = 'CLIENT' and (f.root <> 'uploads' or f.org = $2)))`

const belowText = `with recursive below as (
    select f.pid as top, f.pid, f.parent_pid, f.name, f.mime_type, f.size, f.version, f.updated_at, f.store_key, 0 as depth
    from files f where f.pid = any($1::text[]) and ${seenText}
    union all
    select b.top, f.pid, f.parent_pid, f.name, f.mime_type, f.size, f.version, f.updated_at, f.store_key, b.depth + 1
    from files f join below b on f.parent_pid = b.pid where ${seenText}
  )
  select * from below order by depth, mime_type <> '${folderMimeType}', lower(name), pid limit $3`

/**
 * Files, and folders with everything below them, as one reader may see them, by the requested pid. Folders
 * come before their contents.
 */
export async function listBelow(
  database: Database,
  pids: readonly string[],
  clientOrg: string | null,
  limit: number,
): Promise<Map<string, FileBelow[]>> {
  const rows = await database.query(belowText, [[...pids], clientOrg, limit], BelowRow)
  return new Map([...Map.groupBy(rows, (row) => row.top)].map(([top, below]) => [top, below.map(toBelow)]))
}

function toBelow(row: BelowRow): FileBelow {
  return {
    pid: row.pid,
    parentPid: row.parent_pid,
    name: row.name,
    mimeType: row.mime_type,
    size: row.size,
    version: row.version,
    updatedAt: row.updated_at,
    storeKey: row.store_key,
  }
}
