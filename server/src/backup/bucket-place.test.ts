import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { openBucket } from '#files/test-support/open-bucket.ts'
import { createBucketPlace } from './bucket-place.ts'
import { MissingFile } from './place.ts'

const streamOf = (bytes: Buffer) => Readable.from([bytes], { objectMode: false })
const megabytes = 1_048_576

test('a backup in a bucket takes files of any size, and those of an earlier one without sending them', async () => {
  const { bucket, close } = await openBucket(true)
  try {
    const place = createBucketPlace(bucket, bucket.bucket, 'portals/one')
    const [first, second] = [await place.create(new Date()), await place.create(new Date())]
    assert.deepEqual(await place.names(), [first.name, second.name].toSorted())
    for (const size of [0, 1, 33 * megabytes]) {
      const bytes = randomBytes(size)
      await first.write(`files/${size}`, streamOf(bytes))
      assert.equal(await second.reuse(first, `files/${size}`, size), true)
      assert.ok((await buffer(await second.read(`files/${size}`))).equals(bytes))
    }
    assert.equal(await second.reuse(first, 'files/none', 1), false)
    await assert.rejects(first.read('files/none'), MissingFile)
    await place.removeBackup(first.name)
    assert.deepEqual(await place.names(), [second.name])
    assert.equal((await buffer(await second.read('files/1'))).length, 1)
  } finally {
    await close()
  }
})

test('an upload that breaks off leaves no file in the bucket', async () => {
  const { bucket, close } = await openBucket(true)
  try {
    const backup = await createBucketPlace(bucket, bucket.bucket, '').create(new Date())
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(40 * megabytes)
        throw new Error('the disk is gone')
      })(),
      { objectMode: false },
    )
    await assert.rejects(backup.write('files/broken', broken), /the disk is gone/)
    await assert.rejects(backup.read('files/broken'), MissingFile)
  } finally {
    await close()
  }
})
