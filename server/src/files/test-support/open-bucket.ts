import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import { createS3Store } from '../s3-store.ts'
import type { OpenedStore } from './open-store.ts'

export interface OpenedBucket extends OpenedStore {
  /** In the format of the environment. */
  bucket: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
}

/**
 * A store in a bucket of a local S3-compatible server, deleted at the end. The server verifies signatures of
 * object calls, but fails on bucket calls because it drops the trailing slash of their path. With `isLenient`
 * it accepts any signature for those.
 */
export async function openBucket(isLenient = false): Promise<OpenedBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-bucket-'))
  const name = 'files'
  // The only account of the server, built in.
  const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const configureBuckets = [{ name, configs: [] }]
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory,
    silent: true,
    vhostBuckets: false,
    allowMismatchedSignatures: isLenient,
    configureBuckets,
  })
  const { port } = await server.run()
  const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: name, region: 'us-east-1', ...account }
  return {
    bucket,
    store: createS3Store(bucket, () => makeStoreKey(randomBytes(16))),
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
