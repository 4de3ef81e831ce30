import type { createBucketPlace } from './bucket-place.ts'
import type { BackupPlace } from './place.ts'

/** Loads the packages for buckets and opens the place of backups in a bucket. */
export async function openBucketPlace(...wanted: Parameters<typeof createBucketPlace>): Promise<BackupPlace> {
  const place = await import('./bucket-place.ts')
  return place.createBucketPlace(...wanted)
}
