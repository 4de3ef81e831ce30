import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { makeStoreKey } from '../file-store.ts'
import { createS3Store } from '../s3-store.ts'
import type { OpenedStore } from './open-store.ts'

export interface OpenedBucket extends OpenedStore {
  /** As the environment names it. */
  bucket: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
}

/**
 * A store in a bucket of a local S3-compatible server, thrown away at the end. The server checks signatures
 * of calls about objects rightly, not those of calls about the bucket, of whose path it drops the last
 * stroke: for them `isLenient` lets any signature pass.
 */
export async function openBucket(isLenient = false): Promise<OpenedBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-bucket-'))
  const name = 'files'
  // The server's one account is built into it.
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
