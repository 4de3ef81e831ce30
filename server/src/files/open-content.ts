import { Refusal } from '@portal/contract'
import type { Actor, FileRoot } from '@portal/contract'
import { requireServable } from '#domain/scanning/scan-bytes.ts'
import type { FileDeps } from './deps.ts'
import { notFound, openFile } from './file-access.ts'
import { findStoredFile } from './files.queries.ts'
import type { StoredFile } from './files.queries.ts'
import { auditReading } from './read-audit.ts'

/**
 * The object under a key. After the database was restored from a backup, the bytes may have to be restored
 * from the bin.
 */
async function findBytes({ store }: FileDeps, key: string): Promise<{ size: number } | null> {
  return (await store.head(key)) ?? ((await store.restoreFromBin(key, 'object')) ? store.head(key) : null)
}

/** A file whose bytes may be sent. */
export interface OpenContent extends StoredFile {
  pid: string
  root: FileRoot
  size: number
}

/** The file with its size, after the access check. A read in the restricted folder is recorded first. */
export async function openContent(deps: FileDeps, actor: Actor, pid: string): Promise<OpenContent> {
  const { root } = await openFile(deps.database, actor, pid)
  const file = await findStoredFile(deps.database, pid)
  if (file === undefined) throw notFound()
  await requireServable(deps, [file])
  await auditReading(deps, actor, root, [{ pid, action: 'download', version: file.version }])
  const stored = await findBytes(deps, file.storeKey)
  if (stored === null) {
    deps.log.error({ file: pid, key: file.storeKey }, 'a file has lost its bytes')
    throw new Refusal('unavailable', 'This file is missing from storage. Contact an administrator.')
  }
  return { ...file, pid, root, size: stored.size }
}
