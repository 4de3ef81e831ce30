import { readUnverified } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { instantOfName } from './place.ts'
import type { BackupFiles, BackupPlace } from './place.ts'

/** An incomplete backup may still be in progress until it is this old. */
const unfinishedForMs = 24 * 60 * 60_000

/** The latest complete backup; null when there is none. */
export async function findLastBackup(
  place: BackupPlace,
): Promise<{ files: BackupFiles; manifest: Manifest } | null> {
  for (const name of (await place.names()).toReversed()) {
    const files = place.open(name)
    const manifest = await readUnverified(files)
    if (manifest !== null) return { files, manifest }
  }
  return null
}

/** When the latest complete backup was made; null when there is none. */
export async function lastBackupAt(place: BackupPlace): Promise<Date | null> {
  const last = await findLastBackup(place)
  return last === null ? null : new Date(last.manifest.instant)
}

/**
 * Deletes all complete backups but the newest `keep` (0 = all are kept), and those that were interrupted a
 * day ago. Returns the names of the deleted ones.
 */
export async function prune(place: BackupPlace, keep: number, now: Date): Promise<string[]> {
  const deleted: string[] = []
  let complete = 0
  for (const name of (await place.names()).toReversed()) {
    const isComplete = (await readUnverified(place.open(name))) !== null
    if (isComplete) complete += 1
    const isAbandoned = !isComplete && now.getTime() - instantOfName(name).getTime() > unfinishedForMs
    if (!isAbandoned && (!isComplete || keep === 0 || complete <= keep)) continue
    await place.removeBackup(name)
    deleted.push(name)
  }
  return deleted
}
