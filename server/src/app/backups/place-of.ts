import { basename, dirname, resolve } from 'node:path'
import { openBucketPlace } from '#backup/bucket-place.lazy.ts'
import { createFolderPlace } from '#backup/folder-place.ts'
import { noPace } from '#backup/pace.ts'
import type { BackupFiles, BackupPlace } from '#backup/place.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { toBackupDestination } from '#platform/environment/backup.ts'
import type { BackupDestination } from '#platform/environment/backup.ts'

/** Opens the folder or bucket of backups. The packages for buckets are loaded for a bucket alone. */
export async function openPlace(destination: BackupDestination, pace = noPace): Promise<BackupPlace> {
  if (destination.kind === 'folder') return createFolderPlace(destination.path, pace)
  return openBucketPlace(destination.account, destination.bucket, destination.prefix, pace)
}

/** Opens one backup by the name a backup printed. */
export async function openBackup(location: string, { backupAccount }: Environment): Promise<BackupFiles> {
  if (!location.startsWith('s3:')) {
    const path = resolve(location)
    return createFolderPlace(dirname(path)).open(basename(path))
  }
  const [, address = '', name = ''] = /^(.+)\/([^/]+)\/?$/.exec(location) ?? []
  const place = await openPlace(toBackupDestination(address, backupAccount))
  return place.open(name)
}
