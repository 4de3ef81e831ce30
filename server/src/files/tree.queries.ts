import { collections } from '@portal/contract'
import type { CollectionName, FileVisibility } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Place } from '#domain/documents/free-name.ts'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

type Trx = Transaction<Tables>

const lockFolderText = `select pid from files where pid = $1 and deleted_at is null for key share`

/** Locks a folder against deletion until the transaction ends; false when it is already deleted. */
export async function lockFolderRow(database: Database, trx: Trx, pid: string): Promise<boolean> {
  return (await database.queryIn(trx, lockFolderText, [pid])).length > 0
}

/** Locks a record and its organization until the transaction ends; false when it belongs to another one. */
export async function lockRecordRow(
  database: Database,
  trx: Trx,
  { collection, pid }: { collection: CollectionName; pid: string },
  org: string | null,
): Promise<boolean> {
  const { table } = collections[collection]
  const own = table === 'orgs' ? 'pid' : 'org'
  return (
    (
      await database.queryIn(trx, `select 1 from ${table} where pid = $1 and ${own} = $2 for share`, [
        pid,
        org,
      ])
    ).length > 0
  )
}

export interface NewRow extends Place {
  pid: string
  name: string
  mimeType: string
  size: number
  visibility: FileVisibility
  at: Date
  author: string
  /** Key the bytes are uploaded to; null for a folder, which is finished immediately. */
  uploadKey: string | null
  declaredType: string | null
  idempotencyKey: string | null
  idempotencyDigest: string
}

const insertText = `insert into files (pid, root, parent_pid, name, mime_type, size, status, visibility, org, created_at, created_by, updated_at, updated_by,
    upload_key, declared_type, idempotency_key, idempotency_digest)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11, $12, $13, $14, $15) on conflict do nothing returning pid`

/** False when a parallel call took the name or created the same upload item. */
export async function insertFile(database: Database, trx: Trx, row: NewRow): Promise<boolean> {
  const { pid, root, folder, name, mimeType, size, visibility, org, at, author, uploadKey } = row
  const status = uploadKey === null ? 'done' : 'uploading'
  const ofUpload = [uploadKey, row.declaredType, row.idempotencyKey, row.idempotencyDigest]
  const values = [pid, root, folder, name, mimeType, size, status, visibility, org, at, author, ...ofUpload]
  return (await database.queryIn(trx, insertText, values)).length > 0
}

const treeText = `with recursive tree as (
    select pid, mime_type, status, created_by, created_at, upload_key, 0 as depth from files where pid = $1 and deleted_at is null
    union all
    select f.pid, f.mime_type, f.status, f.created_by, f.created_at, f.upload_key, t.depth + 1
    from files f join tree t on f.parent_pid = t.pid where f.deleted_at is null
  )`

/** Summary of a file or folder with everything below it. */
export interface Subtree {
  count: number
  /** Whether that person created all of it. */
  isOwn: boolean
  /** Number of levels; 1 for a file or an empty folder. */
  height: number
  /** Whether it contains a file with stored bytes. */
  hasStored: boolean
  /** Creation date of its oldest entry. */
  since: Date
}

const subtreeText = `${treeText} select count(*)::int as count, bool_and(created_by is not distinct from $2) as own, max(depth)::int + 1 as height,
  coalesce(bool_or(status = 'done' and mime_type <> 'folder'), false) as stored, min(created_at) as oldest from tree`

/** Null when it is deleted. */
export async function describeSubtree(
  database: Database,
  trx: Trx,
  pid: string,
  person: string,
): Promise<Subtree | null> {
  // The lock keeps files from being added to the folder itself; files added further below are hidden with
  // their folder.
  await database.queryIn(trx, 'select pid from files where pid = $1 for update', [pid])
  const [row] = await database.queryIn(
    trx,
    subtreeText,
    [pid, person],
    z.object({
      count: z.number(),
      // Null where nothing is left, because somebody deleted it meanwhile.
      own: z.boolean().nullable(),
      height: z.number().nullable(),
      stored: z.boolean(),
      oldest: z.date().nullable(),
    }),
  )
  if (row === undefined) return null
  const { count, own, height, stored, oldest } = row
  if (own === null || height === null || oldest === null) return null
  return { count, isOwn: own, height, hasStored: stored, since: oldest }
}

const deleteText = `${treeText} update files f set deleted_at = $2, deleted_by = $3, updated_at = $2, updated_by = $3, version = f.version + 1
  from tree where f.pid = tree.pid returning tree.upload_key, f.status`

/**
 * Marks a file, or a folder and everything below it, as deleted. Returns the keys of its unfinished uploads.
 */
export async function deleteSubtree(
  database: Database,
  trx: Trx,
  pid: string,
  at: Date,
  actor: string | null,
): Promise<string[]> {
  const rows = await database.queryIn(
    trx,
    deleteText,
    [pid, at, actor],
    z.object({ upload_key: z.string().nullable(), status: z.string() }),
  )
  return rows.flatMap((row) =>
    row.status === 'uploading' && row.upload_key !== null ? [row.upload_key] : [],
  )
}

const moveText = `${treeText}, moved as (
    update files f set root = $2, org = $3 from tree where f.pid = tree.pid and f.pid <> $1 and (f.root <> $2 or f.org is distinct from $3) returning 1
  )
  update files set root = $2, org = $3, parent_pid = $4, name = $5, visibility = $6, updated_at = $7, updated_by = $8, version = version + 1
  where pid = $1 returning version`

/**
 * Sets place, name and visibility of a file or folder; everything below it moves along. Returns its version.
 */
export async function moveSubtree(
  database: Database,
  trx: Trx,
  pid: string,
  to: Place & { name: string; visibility: FileVisibility; at: Date; actor: string },
): Promise<number> {
  const values = [pid, to.root, to.org, to.folder, to.name, to.visibility, to.at, to.actor]
  const [row] = await database.queryIn(trx, moveText, values, z.object({ version: z.number() }))
  return row?.version ?? 1
}
