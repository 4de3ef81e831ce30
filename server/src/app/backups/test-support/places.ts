import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeManifest } from '#backup/manifest.ts'
import type { BackupFiles, BackupPlace } from '#backup/place.ts'
import { openBucket } from '#files/test-support/open-bucket.ts'
import type { BackupDestination } from '#platform/environment/backup.ts'
import { openPlace } from '../place-of.ts'

interface OpenedPlace {
  /** As BACKUP_TO names it. */
  destination: BackupDestination
  place: BackupPlace
  close(): Promise<void>
}

/** A folder and a bucket for backups, empty and deleted at the end. */
export const places = {
  async folder(): Promise<OpenedPlace> {
    const path = await mkdtemp(join(tmpdir(), 'portal-schedule-'))
    const destination = { kind: 'folder', path } as const
    const close = () => rm(path, { recursive: true, force: true })
    return { destination, place: await openPlace(destination), close }
  },
  async bucket(): Promise<OpenedPlace> {
    const { bucket: account, close } = await openBucket(true)
    const destination = { kind: 'bucket', bucket: account.bucket, prefix: 'portals/one', account } as const
    return { destination, place: await openPlace(destination), close }
  },
}

/** A complete backup whose files take so many bytes, made at this time. */
export async function completeBackup(place: BackupPlace, at: Date, bytes = 0): Promise<BackupFiles> {
  const list = { path: 'files.list.zst', bytes: 0, sha256: '' }
  const files = { count: 0, bytes, copiedCount: 0, copiedBytes: 0, missing: [], list, storeId: null }
  const parts = { migrations: [], tables: [], sequences: [], files, secrets: [], secretKey: '' }
  const iso = at.toISOString()
  const about = { format: 1, version: '1.0.0', database: 'embedded', base: null, key: null } as const
  const backup = await place.create(at)
  await writeManifest(backup, { ...about, ...parts, instant: iso, finishedAt: iso }, null)
  return backup
}
