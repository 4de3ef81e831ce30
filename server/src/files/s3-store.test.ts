import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileStorePromises } from './file-store-suite.ts'
import { createS3Store } from './s3-store.ts'
import { signedUploadPromises } from './signed-upload-suite.ts'
import { openBucket } from './test-support/open-bucket.ts'
import type { OpenedBucket } from './test-support/open-bucket.ts'

let strict: OpenedBucket
let lenient: OpenedBucket
before(async () => {
  strict = await openBucket()
  lenient = await openBucket(true)
})
after(async () => {
  await strict.close()
  await lenient.close()
})

const inPlace = 'the server of the suite writes where the object lies: a broken or second write shows in it'
/**
 * Differences between the S3-compatible server of the test suite and Amazon S3, found in its code and by
 * running it.
 */
const gaps = new Map([
  ['the first byte alone can be asked for', 'the server of the suite takes an end of 0 for no end'],
  ['fewer or more bytes than announced, or other ones, leave nothing behind', inPlace],
  ['an upload that breaks off leaves nothing behind, and its key may be tried again', inPlace],
  [
    'of two puts of one key at once exactly one wins, and its hash is that of the bytes kept',
    'the server of the suite ignores If-None-Match',
  ],
  ['of two uploads to one address at once one wins, and its hash is that of the bytes kept', inPlace],
  [
    'no name in a signed address can be altered, and nothing added to it',
    'the server of the suite lets unsigned calls pass',
  ],
])
/** Calls on the bucket itself; the test server cannot check their signature. */
const aboutBucket = new Set([
  'it says when asked that it can serve',
  'all that lies in the store is listed, uploads apart from objects',
  'a file of a build lies under its name, version and path, is listed there and apart from the files, never changes, and goes',
])

for (const [promise, keep] of Object.entries({ ...fileStorePromises, ...signedUploadPromises })) {
  const gap = gaps.get(promise)
  test(`S3: ${promise}`, gap === undefined ? {} : { skip: gap }, () =>
    keep(async () => (aboutBucket.has(promise) ? lenient.store : strict.store)),
  )
}

test('a missing, forbidden or unreachable bucket is an error, not an empty store', async () => {
  const other = (opened: OpenedBucket, changes: Partial<OpenedBucket['bucket']>) =>
    createS3Store({ ...opened.bucket, ...changes }, () => 'f'.repeat(32))
  await assert.rejects(other(lenient, { bucket: 'nowhere' }).ping())
  await assert.rejects(other(strict, { accessKeyId: 'wrong' }).head('a'.repeat(32)))
  await assert.rejects(other(strict, { endpoint: 'http://127.0.0.1:9' }).ping())
})
