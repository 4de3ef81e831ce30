import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { FileList, FileMade, Health, fileContentUrl } from '@portal/contract'
import { z } from 'zod'
import { startServer, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'
import { openBucket } from './test-support/open-bucket.ts'
import type { OpenedBucket } from './test-support/open-bucket.ts'

let dataDir: string
let opened: OpenedBucket
/** A test closes the bucket itself. */
let isClosed = false
let server: StartedServer
let cookie: string
const at = (path: string) => `http://localhost:${server.port}${path}`
const json = { 'content-type': 'application/json' }

before(
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portal-bucket-start-'))
    await chmod(dataDir, 0o711)
    opened = await openBucket(true)
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = opened.bucket
    const s3 = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    server = await startServer({
      ...s3,
      DATA_DIR: dataDir,
      DEMO: '1',
      SEED_DATE: '2026-11-20',
    })
    await untilReady(server)
    const response = await fetch(at('/api/auth/demo'), {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ role: 'team' }),
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  },
  { timeout: 240_000 },
)
after(async () => {
  server.child.kill('SIGTERM')
  await server.exit
  if (!isClosed) await opened.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('with the S3 variables the portal starts healthy and keeps its seeded files in the bucket (contract.md 1)', async () => {
  const health = await fetch(at('/api/health'))
  assert.deepEqual([health.status, Health.parse(await health.json()).store], [200, 'ok'])
  await assert.rejects(readdir(join(dataDir, 'files')), { code: 'ENOENT' })
  const { records } = FileList.parse(
    await (await fetch(at('/api/aws/listFiles?parentId=team'), { headers: { cookie } })).json(),
  )
  const seeded = records.find(({ mimeType }) => mimeType === 'application/pdf')
  const content = await fetch(at(fileContentUrl(seeded?.pid ?? '')), { headers: { cookie } })
  assert.equal((await content.bytes()).byteLength, seeded?.size)
})

test('a file is uploaded directly to the bucket and downloaded unchanged through the portal, also by range', async () => {
  const bytes = randomBytes(400_000)
  const type = { 'content-type': 'application/pdf' }
  const body = JSON.stringify({
    name: 'plan.pdf',
    parentId: 'team',
    size: bytes.byteLength,
    mimeType: type['content-type'],
    root: 'team',
  })
  const made = await fetch(at('/api/aws/createFile'), { method: 'POST', headers: { ...json, cookie }, body })
  const { file, signedUrl = '' } = FileMade.parse(await made.json())
  assert.equal(new URL(signedUrl).origin, opened.bucket.endpoint)
  const done = () => fetch(at(`/api/aws/markAsDone?pid=${file.pid}`), { method: 'POST', headers: { cookie } })
  assert.equal((await done()).status, 409)
  assert.equal(
    (await fetch(signedUrl, { method: 'PUT', headers: type, body: Uint8Array.from(bytes) })).status,
    200,
  )
  assert.deepEqual([(await done()).status, (await done()).status], [200, 200])
  // The signed URL still accepts bytes, but they no longer reach the stored file.
  await fetch(signedUrl, {
    method: 'PUT',
    headers: type,
    body: Uint8Array.from(randomBytes(bytes.byteLength)),
  })
  const content = await fetch(at(fileContentUrl(file.pid)), { headers: { cookie } })
  assert.match(content.headers.get('content-disposition') ?? '', /^attachment/)
  assert.deepEqual(Buffer.from(await content.bytes()), bytes)
  const part = await fetch(at(fileContentUrl(file.pid)), { headers: { cookie, range: 'bytes=1000-1999' } })
  assert.deepEqual([part.status, Buffer.from(await part.bytes())], [206, bytes.subarray(1000, 2000)])
})

test('when the bucket is gone, pages go on; files are refused, and health and ready say that the store is down', async () => {
  const { records } = FileList.parse(
    await (await fetch(at('/api/aws/listFiles?parentId=team'), { headers: { cookie } })).json(),
  )
  const stored = records.find(({ mimeType }) => mimeType === 'application/pdf')
  await opened.close()
  isClosed = true
  const list = await fetch(at('/api/crud'), {
    method: 'POST',
    headers: { ...json, cookie },
    body: JSON.stringify({ apiPath: 'permits', method: 'GET' }),
  })
  assert.equal(list.status, 200)
  const content = await fetch(at(fileContentUrl(stored?.pid ?? '')), { headers: { cookie } })
  assert.equal(content.status, 503, await content.text())
  // Checks are asked at most once in ten seconds.
  for (let tries = 0; tries < 110 && (await fetch(at('/api/health/ready'))).status === 200; tries += 1)
    await wait(100)
  const ready = await fetch(at('/api/health/ready'))
  assert.deepEqual(
    [ready.status, z.object({ store: z.string() }).parse(await ready.json()).store],
    [503, 'down'],
  )
  const health = await fetch(at('/api/health'))
  assert.deepEqual([health.status, Health.parse(await health.json()).store], [503, 'down'])
  assert.equal((await fetch(at('/api/health/live'))).status, 200)
})
