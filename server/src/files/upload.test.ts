import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { fileContentUrl } from '@portal/contract'
import type { FileResponse, Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { createClamdScanner } from './clamd-scanner.ts'
import { listenAsClamd } from './test-support/listen-as-clamd.ts'
import { uploadsOf } from './test-support/uploading.ts'
import type { Uploads } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>
let files: Uploads
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  files = uploadsOf(portal)
})
after(() => portal.close())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const content = (pid: string) => portal.send({ method: 'GET', url: fileContentUrl(pid) }, people.team)
const uploadKeyOf = (signedUrl: string) => new URL(signedUrl).searchParams.get('key') ?? ''

async function hashOf(pid: string): Promise<string | null> {
  const { rows } = await sql<{ sha256: string | null }>`select sha256 from files where pid = ${pid}`.execute(
    portal.deps.database.kysely,
  )
  return rows[0]?.sha256 ?? null
}

test('bytes go to the signed URL, and the file appears once it is marked as done', async () => {
  const bytes = randomBytes(70_000)
  const { file, signedUrl } = await files.made(people.team, { name: 'whole.pdf', size: 70_000 })
  const list = async () =>
    (await portal.send({ method: 'GET', url: '/api/aws/listFiles?parentId=team' }, people.team)).body
  assert.equal((await files.put(signedUrl, bytes)).statusCode, 200)
  assert.doesNotMatch(await list(), /whole\.pdf/)
  assert.equal((await content(file.pid)).statusCode, 404)
  const result = await files.done(people.team, file.pid)
  assert.equal(result.statusCode, 200, result.body)
  assert.deepEqual(
    [result.json<FileResponse>().success, result.json<FileResponse>().file.status],
    [true, 'done'],
  )
  assert.match(await list(), /whole\.pdf/)
  assert.deepEqual((await content(file.pid)).rawPayload, bytes)
  assert.equal(await hashOf(file.pid), sha256(bytes))
})

test('63: a changed URL, key, method, type or size is refused, and no object is created', async () => {
  const { file, signedUrl } = await files.made(people.team, { size: 10 })
  const other = await files.made(people.team, { size: 10 })
  const query = signedUrl.indexOf('?') + 1
  for (let at = query; at < signedUrl.length; at += 7) {
    const altered = signedUrl.slice(0, at) + (signedUrl[at] === 'a' ? 'b' : 'a') + signedUrl.slice(at + 1)
    assert.equal((await files.put(altered, randomBytes(10))).statusCode, 403, altered)
  }
  for (const url of [
    `${signedUrl}0`,
    signedUrl.slice(0, -1),
    signedUrl.replace(uploadKeyOf(signedUrl), uploadKeyOf(other.signedUrl)),
  ])
    assert.equal((await files.put(url, randomBytes(10))).statusCode, 403)
  for (const method of ['POST', 'GET', 'DELETE', 'PATCH'] as const) {
    const { pathname, search } = new URL(signedUrl)
    assert.ok((await portal.send({ method, url: pathname + search }, people.team)).statusCode >= 400, method)
  }
  assert.equal((await files.put(signedUrl, randomBytes(10), 'text/html')).statusCode, 403)
  for (const size of [0, 9, 11]) assert.equal((await files.put(signedUrl, randomBytes(size))).statusCode, 403)
  for (const { pid } of [file, other.file]) assert.equal((await files.done(people.team, pid)).statusCode, 409)
  assert.equal((await files.put(signedUrl, randomBytes(10))).statusCode, 200)
})

test('64: an expired URL answers that the request has expired, and a retry of createFile signs a new one', async () => {
  const headers = { 'idempotency-key': 'expiring' }
  const { signedUrl, expiresAt } = await files.made(people.team, { size: 10 }, headers)
  portal.clock.set(expiresAt ?? '')
  const late = await files.put(signedUrl, randomBytes(10))
  assert.deepEqual([late.statusCode, late.json<{ message: string }>().message], [403, 'Request has expired'])
  const again = await files.made(people.team, { size: 10 }, headers)
  assert.equal((await files.put(again.signedUrl, randomBytes(10))).statusCode, 200)
})

test('65: after markAsDone a PUT is refused and changes nothing; before it the same bytes can be sent twice', async () => {
  const bytes = randomBytes(5000)
  const { file, signedUrl } = await files.made(people.team, { size: 5000 })
  assert.equal((await files.put(signedUrl, bytes)).statusCode, 200)
  assert.equal((await files.put(signedUrl, bytes)).statusCode, 200)
  assert.equal((await files.put(signedUrl, randomBytes(5000))).statusCode, 403)
  await files.done(people.team, file.pid)
  for (const replayed of [bytes, randomBytes(5000)])
    assert.equal((await files.put(signedUrl, replayed)).statusCode, 403)
  assert.deepEqual((await content(file.pid)).rawPayload, bytes)
})

test('66: one of two parallel uploads to a URL wins, and the recorded hash matches the served bytes', async () => {
  const { file, signedUrl } = await files.made(people.team, { size: 300_000 })
  const responses = await Promise.all(
    [randomBytes(300_000), randomBytes(300_000)].map((bytes) => files.put(signedUrl, bytes)),
  )
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200, 403]))
  await Promise.all([files.done(people.team, file.pid), files.done(people.team, file.pid)])
  assert.equal(sha256((await content(file.pid)).rawPayload), await hashOf(file.pid))
})

test('67: markAsDone needs all bytes in the announced size, works only for the creator, and can be repeated', async () => {
  const { file, signedUrl } = await files.made(people.team, { size: 10 })
  assert.equal((await files.done(people.team, file.pid)).statusCode, 409)
  const bytes = randomBytes(10)
  await files.put(signedUrl, bytes)
  for (const person of [people.admin, people.client])
    assert.equal((await files.done(person, file.pid)).statusCode, 404)
  assert.equal((await files.done(undefined, file.pid)).statusCode, 401)

  await sql`update files set size = 11 where pid = ${file.pid}`.execute(portal.deps.database.kysely)
  assert.equal((await files.done(people.team, file.pid)).statusCode, 409)
  const uploads = (await Array.fromAsync(portal.deps.store.list())).map(({ key }) => key)
  assert.ok(!uploads.includes(uploadKeyOf(signedUrl)))
  await sql`update files set size = 10 where pid = ${file.pid}`.execute(portal.deps.database.kysely)

  await files.put(signedUrl, bytes)
  const first = await files.done(people.team, file.pid)
  const again = await files.done(people.team, file.pid)
  assert.deepEqual([first.statusCode, again.statusCode, again.json()], [200, 200, first.json()])
  for (const pid of ['', 'x', portal.deps.ids.pid()])
    assert.ok([400, 404].includes((await files.done(people.team, pid)).statusCode), pid)
})

test('68: URL, key and signature of an upload are in no log line and no Referer', async () => {
  const { file, signedUrl } = await files.made(people.team, { size: 10 })
  const responses = [
    await files.put(signedUrl, randomBytes(9)),
    await files.put(signedUrl, randomBytes(10)),
    await files.put(`${signedUrl}x`, randomBytes(10)),
  ]
  await files.done(people.team, file.pid)
  const secrets = [
    uploadKeyOf(signedUrl),
    new URL(signedUrl).searchParams.get('signature') ?? '',
    new URL(signedUrl).search,
  ]
  assert.ok(portal.logged.length > 0)
  for (const secret of secrets) assert.ok(!portal.logged.some((line) => line.includes(secret)))
  for (const { headers } of responses)
    assert.match(String(headers['referrer-policy']), /^(no-referrer|same-origin)$/)
})

test('createFile, PUT and markAsDone can be retried after a lost response and give one complete file', async () => {
  const [headers, bytes] = [{ 'idempotency-key': 'lost answers' }, randomBytes(1000)]
  const values = { name: 'lost.pdf', size: 1000 }
  const pids = []
  for (let round = 0; round < 3; round += 1) {
    const { file, signedUrl } = await files.made(people.team, values, headers)
    if (signedUrl !== '') assert.equal((await files.put(signedUrl, bytes)).statusCode, 200)
    assert.equal((await files.done(people.team, file.pid)).statusCode, 200)
    pids.push(file.pid)
  }
  assert.equal(new Set(pids).size, 1)
  assert.deepEqual((await content(pids[0] ?? '')).rawPayload, bytes)
})

test('an empty file is uploaded like any other', async () => {
  const file = await files.upload(people.team, Buffer.alloc(0), { name: 'empty.txt', mimeType: 'text/plain' })
  assert.deepEqual([file.size, file.status], [0, 'done'])
})

test('a full disk is reported as such and leaves no partial file', async () => {
  const { file, signedUrl } = await files.made(people.team, { size: 10 })
  const { store } = portal.deps
  const { receive } = store
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  assert.ok(receive)
  const { search } = new URL(signedUrl)
  const body = new Readable({
    read() {
      this.destroy(full)
    },
  })
  await assert.rejects(
    receive.call(store, {
      url: `/uploads${search}`,
      contentType: 'application/pdf',
      contentLength: 10,
      body,
    }),
    { reason: 'full' },
  )
  assert.equal((await files.done(people.team, file.pid)).statusCode, 409)
})

test('77: a file the scanner finds malware in is refused with 422 and can never be downloaded', async () => {
  const eicar = Buffer.from(
    String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`.padEnd(100_000, ' '),
  )
  const judge = (bytes: Buffer) =>
    bytes.includes('EICAR-STANDARD') ? 'stream: Eicar-Signature FOUND' : 'stream: OK'
  const daemon = await listenAsClamd(judge)
  const guarded = await startTestApp({ deps: { scanner: createClamdScanner(daemon.address) } })
  try {
    const [team, uploads] = [await guarded.given.user({ role: 'team' }), uploadsOf(guarded)]
    assert.equal((await uploads.upload(team, randomBytes(100_000), { name: 'clean.bin' })).status, 'done')

    const { file, signedUrl } = await uploads.made(team, { name: 'eicar.pdf', size: eicar.byteLength })
    await uploads.put(signedUrl, eicar)
    const refused = await uploads.done(team, file.pid)
    assert.deepEqual([refused.statusCode, refused.json<{ type: string }>().type], [422, 'infected'])
    assert.match(refused.json<{ message: string }>().message, /Eicar-Signature/)
    assert.equal((await guarded.send({ method: 'GET', url: fileContentUrl(file.pid) }, team)).statusCode, 404)
    assert.equal((await uploads.done(team, file.pid)).statusCode, 404)
    assert.equal(await guarded.deps.store.head(uploadKeyOf(signedUrl)), null)
  } finally {
    await guarded.close()
    await daemon.close()
  }
})

test('nothing passes when the scanner gives no clear answer', async () => {
  const results = {
    'INSTREAM size limit exceeded. ERROR': 'too-large',
    '': 'unavailable',
    'stream: OK and more': 'unavailable',
  }
  for (const [line, type] of Object.entries(results)) {
    const daemon = await listenAsClamd(() => line)
    await assert.rejects(
      createClamdScanner(daemon.address).scan(async () => Readable.from([Buffer.from('x')])),
      { type },
    )
    await daemon.close()
  }
})
