import { restorableUntil } from '@portal/contract'
import type { DeletedFile, DeletedSort } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { folded } from '#platform/database/fold-text.ts'
import type { Tables } from '#platform/database/tables.ts'
import { deletedOrderSql } from '#engine/write/deleted-records.ts'
import { escapeLike } from '#engine/sql/filter-sql.ts'
import { read } from '#engine/query/reading.ts'
import { listPaths } from './files.queries.ts'

/** Query for deleted files. */
export interface DeletedQuestion {
  root: string
  /** Pid of the folder that contained them, at any depth; null for the whole root. */
  folder: string | null
  searchToken: string
  sort: DeletedSort
  limit: number
  offset: number
}

const DeletedRow = z.object({
  pid: z.string(),
  name: z.string(),
  mime_type: z.string(),
  size: z.number(),
  root: z.string(),
  client: z.string().nullable(),
  deleted_at: z.date(),
  deleter_pid: z.string().nullable(),
  deleter_name: z.string().nullable(),
})
type DeletedRow = z.infer<typeof DeletedRow>

/**
 * Matches files and folders that were deleted directly. What was deleted along with its folder is restored
 * with it and not listed. Unfinished uploads are not files.
 */
function deletedSql({ root, folder, searchToken }: DeletedQuestion) {
  const inFolder =
    folder === null
      ? sql`true`
      : sql`t.parent_pid in (with recursive below as (
          select pid from files where pid = ${folder} union all select f.pid from files f join below b on f.parent_pid = b.pid) select pid from below)`
  return sql`from files t left join files p on p.pid = t.parent_pid left join users u on u.pid = t.deleted_by left join orgs o on o.pid = t.org
    where t.root = ${root} and t.deleted_at is not null and t.status = 'done' and p.deleted_at is distinct from t.deleted_at and ${inFolder}
      and ${folded(sql`t.name`)} like '%' || ${folded(sql`${escapeLike(searchToken)}::text`)} || '%'`
}

/** One page of deleted files and folders, and the total count. */
export async function listDeletedFiles(
  database: Database,
  question: DeletedQuestion,
): Promise<{ deleted: DeletedFile[]; count: number }> {
  const from = deletedSql(question)
  const order = sql.raw(deletedOrderSql(question.sort, 't.name'))
  const [rows, [total]] = await Promise.all([
    read(
      { database },
      sql`select t.pid, t.name, t.mime_type, t.size, t.root, o.legal_name as client, t.deleted_at, u.pid as deleter_pid, u.name as deleter_name
        ${from} order by ${order} limit ${question.limit}::bigint offset ${question.offset}::bigint`,
      DeletedRow,
    ),
    read({ database }, sql`select count(*)::int as count ${from}`, z.object({ count: z.number() })),
  ])
  const folderPaths = await listPaths(
    database,
    rows.map(({ pid }) => pid),
  )
  const toFile = ({
    deleted_at: deletedAt,
    deleter_pid: deleter,
    deleter_name: deleterName,
    mime_type: mimeType,
    ...row
  }: DeletedRow) => ({
    ...row,
    mimeType,
    path: (folderPaths.get(row.pid) ?? []).slice(0, -1).map(({ name }) => name),
    deletedAt: deletedAt.toISOString(),
    deletedBy: deleter === null ? null : { pid: deleter, title: deleterName ?? deleter },
    restorableUntil: restorableUntil(deletedAt).toISOString(),
  })
  return { deleted: rows.map(toFile), count: total?.count ?? 0 }
}

/** Who deleted a file and when. */
export interface Deletion {
  deletedAt: Date
  deletedBy: string | null
}

const deletionText = `select deleted_at, deleted_by from files where pid = $1 and deleted_at is not null and status = 'done' for update`

/**
 * The deletion of a file, locked until the transaction ends; undefined when the file is not deleted or was
 * never uploaded.
 */
export async function lockDeletion(
  database: Database,
  trx: Transaction<Tables>,
  pid: string,
): Promise<Deletion | undefined> {
  const [row] = await database.queryIn(
    trx,
    deletionText,
    [pid],
    z.object({ deleted_at: z.date(), deleted_by: z.string().nullable() }),
  )
  return row && { deletedAt: row.deleted_at, deletedBy: row.deleted_by }
}

const restoreText = `with recursive tree as (
    select pid, deleted_at from files where pid = $1
    union all
    select f.pid, f.deleted_at from files f join tree t on f.parent_pid = t.pid where f.deleted_at = t.deleted_at and f.status = 'done'
  ), below as (
    update files f set deleted_at = null, deleted_by = null, idempotency_key = null, root = $2, org = $3, version = f.version + 1
    from tree where f.pid = tree.pid and f.pid <> $1 returning 1
  )
  update files set deleted_at = null, deleted_by = null, idempotency_key = null, root = $2, org = $3, name = $4, updated_at = $5, updated_by = $6,
    version = version + 1
  where pid = $1 returning version`

/**
 * Restores a file, or a folder with everything deleted along with it, under a free name. Returns its version.
 */
export async function restoreSubtree(
  database: Database,
  trx: Transaction<Tables>,
  pid: string,
  to: { root: string; org: string | null; name: string; at: Date; actor: string },
): Promise<number> {
  const [row] = await database.queryIn(
    trx,
    restoreText,
    [pid, to.root, to.org, to.name, to.at, to.actor],
    z.object({ version: z.number() }),
  )
  return row?.version ?? 1
}
