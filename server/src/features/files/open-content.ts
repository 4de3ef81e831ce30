import { Refusal } from '@portal/contract'
import type { Actor, FileRoot } from '@portal/contract'
import { requireServable } from '#scanning/scan-bytes.ts'
import type { Deps } from '../../deps.ts'
import { notFound, openFile } from './file-access.ts'
import { findStoredFile } from './files.queries.ts'
import type { StoredFile } from './files.queries.ts'
import { auditReading } from './read-audit.ts'

/**
 * What lies under a key; of a file whose row came back with a restored database, the bytes come back from the
 * bin.
 */
async function findBytes({ store }: Deps, key: string): Promise<{ size: number } | null> {
  return (await store.head(key)) ?? ((await store.restoreFromBin(key, 'object')) ? store.head(key) : null)
}

/** A file that may be handed over. */
export interface OpenContent extends StoredFile {
  pid: string
  root: FileRoot
  size: number
}

/**
 * The file of that pid with its size, once the actor may read it; a look into the restricted folder is
 * written down first.
 */
export async function openContent(deps: Deps, actor: Actor, pid: string): Promise<OpenContent> {
  const { root } = await openFile(deps.database, actor, pid)
  const file = await findStoredFile(deps.database, pid)
  if (file === undefined) throw notFound()
  await requireServable(deps, [file])
  await auditReading(deps, actor, root, [{ pid, action: 'download', version: file.version }])
  const stored = await findBytes(deps, file.storeKey)
  if (stored === null) {
    deps.log.error({ file: pid, key: file.storeKey }, 'a file has lost its bytes')
    throw new Refusal(
      'unavailable',
      'The bytes of this file are missing from the store. Tell an administrator.',
    )
  }
  return { ...file, pid, root, size: stored.size }
}
