import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileVisibility } from '@portal/contract'
import type { FileDeps } from '../deps.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'

export interface FileValues {
  root: string
  parent?: string | null
  name?: string
  mimeType?: string
  /** Absent: a folder. */
  bytes?: Buffer
  visibility?: FileVisibility
  org?: string | null
  status?: 'uploading' | 'done'
  deletedAt?: string
}

/** Creates a file or folder directly; returns its pid. */
export async function givenFile(deps: FileDeps, values: FileValues): Promise<string> {
  const {
    root,
    parent = null,
    bytes,
    visibility = 'INTERNAL',
    org = null,
    status = 'done',
    deletedAt = null,
  } = values
  const pid = deps.ids.pid()
  const storeKey = bytes === undefined ? null : makeStoreKey(randomBytes(16))
  if (bytes !== undefined && storeKey !== null) {
    await deps.store.put(storeKey, Readable.from([bytes], { objectMode: false }), { size: bytes.byteLength })
  }
  await deps.database.kysely
    .insertInto('files')
    .values({
      pid,
      root,
      parent_pid: parent,
      name: values.name ?? `Name ${pid}`,
      mime_type: values.mimeType ?? (bytes === undefined ? 'folder' : 'application/pdf'),
      size: bytes?.byteLength ?? 0,
      status,
      visibility,
      org,
      store_key: storeKey,
      sha256: bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex'),
      created_at: deps.clock.now(),
      created_by: null,
      updated_at: deps.clock.now(),
      updated_by: null,
      deleted_at: deletedAt,
    })
    .execute()
  return pid
}
