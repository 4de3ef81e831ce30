import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** An upload, unfinished or finished. */
export interface Upload {
  pid: string
  isDone: boolean
  size: number
  author: string | null
  uploadKey: string | null
  declaredType: string | null
  digest: string | null
}

const UploadRow = z.object({
  pid: z.string(),
  status: z.string(),
  size: z.number(),
  created_by: z.string().nullable(),
  upload_key: z.string().nullable(),
  declared_type: z.string().nullable(),
  idempotency_digest: z.string().nullable(),
})
type UploadRow = z.infer<typeof UploadRow>

const columns = 'pid, status, size, created_by, upload_key, declared_type, idempotency_digest'

function toUpload(row: UploadRow): Upload {
  const {
    pid,
    size,
    created_by: author,
    upload_key: uploadKey,
    declared_type: declaredType,
    idempotency_digest: digest,
  } = row
  return { pid, isDone: row.status === 'done', size, author, uploadKey, declaredType, digest }
}

const byPidText = `select ${columns} from files where pid = $1 and deleted_at is null`

export async function findUpload(database: Database, pid: string): Promise<Upload | undefined> {
  const [row] = await database.query(byPidText, [pid], UploadRow)
  return row && toUpload(row)
}

const repeatText = `update files set updated_at = case when status = 'uploading' then $3 else updated_at end
  where created_by = $1 and idempotency_key = $2 and deleted_at is null returning ${columns}`

/**
 * The file this person created earlier with the same idempotency key. Its timestamp is updated, so that the
 * sweep keeps it.
 */
export async function findRepeated(
  database: Database,
  author: string,
  idempotencyKey: string,
  at: Date,
): Promise<Upload | undefined> {
  const [row] = await database.query(repeatText, [author, idempotencyKey, at], UploadRow)
  return row && toUpload(row)
}

const finishText = `update files set status = 'done', store_key = $2, sha256 = $3, updated_at = $4, version = version + 1
  where pid = $1 and status = 'uploading' and deleted_at is null returning version`

/** Finishes an upload; null when it is already finished or was deleted. */
export async function finishUpload(
  database: Database,
  trx: Transaction<Tables>,
  pid: string,
  stored: { key: string; sha256: string; at: Date },
): Promise<number | null> {
  const [row] = await database.queryIn(
    trx,
    finishText,
    [pid, stored.key, stored.sha256, stored.at],
    z.object({ version: z.number() }),
  )
  return row?.version ?? null
}

const storeKeyText = `select store_key from files where pid = $1`

export async function findStoreKey(database: Database, pid: string): Promise<string | null> {
  const [row] = await database.query(storeKeyText, [pid], z.object({ store_key: z.string().nullable() }))
  return row?.store_key ?? null
}

const ofSizeText =
  "select pid, sha256 from files where root = $1 and size = $2 and status = 'done' and sha256 is not null and deleted_at is null order by seq"

/** Finished files of a root with that size, oldest first. */
export function listOfSize(
  database: Database,
  root: string,
  size: number,
): Promise<{ pid: string; sha256: string }[]> {
  return database.query(ofSizeText, [root, size], z.object({ pid: z.string(), sha256: z.string() }))
}

const lockBytesText =
  'select pg_advisory_xact_lock(hashtextextended(root || $2, 0)) from files where pid = $1'
const sameText = `select f.pid from files f join files own on own.root = f.root and own.size = f.size
  where own.pid = $1 and f.sha256 = $2 and f.status = 'done' and f.deleted_at is null and f.pid <> $1 order by f.seq limit 1`

/**
 * The finished file of the same root as `pid` with these bytes. Takes a lock on root and hash: a parallel
 * call for the same bytes waits until the transaction ends.
 */
export async function findSameInRoot(
  database: Database,
  trx: Transaction<Tables>,
  pid: string,
  sha256: string,
): Promise<string | undefined> {
  await database.queryIn(trx, lockBytesText, [pid, sha256])
  const [row] = await database.queryIn(trx, sameText, [pid, sha256], z.object({ pid: z.string() }))
  return row?.pid
}
