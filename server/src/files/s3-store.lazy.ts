import type { FileStore } from '#platform/storage/file-store.ts'
import type { createS3Store } from './s3-store.ts'

/** Loads the packages for buckets and opens the store of files in a bucket. */
export async function openS3Store(...wanted: Parameters<typeof createS3Store>): Promise<FileStore> {
  const store = await import('./s3-store.ts')
  return store.createS3Store(...wanted)
}
