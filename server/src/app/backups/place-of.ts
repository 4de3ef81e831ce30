import { basename, dirname, resolve } from 'node:path'
import { createBucketPlace } from '#backup/bucket-place.ts'
import { createFolderPlace } from '#backup/folder-place.ts'
import { noPace } from '#backup/pace.ts'
import type { BackupFiles, BackupPlace } from '#backup/place.ts'
import type { Environment } from '#platform/environment/environment.ts'
import { toBackupDestination } from '#platform/environment/backup.ts'
import type { BackupDestination } from '#platform/environment/backup.ts'

/** Opens the folder or bucket of backups. */
export function openPlace(destination: BackupDestination, pace = noPace): BackupPlace {
  return destination.kind === 'folder'
    ? createFolderPlace(destination.path, pace)
    : createBucketPlace(destination.account, destination.bucket, destination.prefix, pace)
}

/** Opens one backup by the name a backup printed. */
export function openBackup(location: string, { backupAccount }: Environment): BackupFiles {
  if (!location.startsWith('s3:')) {
    const path = resolve(location)
    return createFolderPlace(dirname(path)).open(basename(path))
  }
  const [, address = '', name = ''] = /^(.+)\/([^/]+)\/?$/.exec(location) ?? []
  return openPlace(toBackupDestination(address, backupAccount)).open(name)
}
