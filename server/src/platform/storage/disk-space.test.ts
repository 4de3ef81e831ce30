import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { uploadsOf } from '#files/test-support/uploading.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import { mountDisk } from '#test-support/small-disk.ts'
import { createDisk, isDiskLow } from './disk-space.ts'

const megabyte = 1_048_576
const environment = parseEnvironment({ DATABASE_URL: 'pglite:', DATA_DIR: tmpdir() })

test('S-18: a nearly full disk refuses uploads, and accepts them again when there is space', async (t) => {
  const small = await mountDisk(8)
  if (small === null) return t.skip('only root may make a small disk here')
  const disk = createDisk({ ...environment, dataDir: small.folder })
  const portal = await startTestApp({ deps: { disk } })
  try {
    const [person, files] = [await portal.given.user({ role: 'team' }), uploadsOf(portal)]
    assert.equal((await disk.read())?.totalBytes, 8 * megabyte)
    assert.equal((await files.create(person, files.body({ size: 7 * megabyte }))).statusCode, 201)
    assert.equal(
      (await files.create(person, files.body({ size: 8 * megabyte }))).statusCode,
      507,
      'it would leave too little',
    )
    await writeFile(join(small.folder, 'filling'), Buffer.alloc(7.8 * megabyte))
    assert.equal(await isDiskLow(portal.deps), true)
    assert.equal((await files.create(person, files.body({ size: 10 }))).statusCode, 507)
    await rm(join(small.folder, 'filling'))
    assert.equal((await files.create(person, files.body({ size: 10 }))).statusCode, 201)
  } finally {
    await portal.close()
    await small.close()
  }
})

test('S-18: with files in a bucket and an external database, the local disk is not checked', async () => {
  const bucket = {
    endpoint: 'https://s3.example',
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  }
  const elsewhere = createDisk({
    dataDir: tmpdir(),
    s3: bucket,
    database: { kind: 'server', url: 'postgres://db.example/portal' },
  })
  assert.equal(await elsewhere.read(), null)
  const local = await createDisk({ dataDir: tmpdir(), s3: bucket, database: { kind: 'embedded' } }).read()
  assert.ok(local !== null && local.freeBytes <= local.totalBytes)
})
