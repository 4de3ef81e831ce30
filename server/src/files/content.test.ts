import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileContentUrl, recordRoot } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'
import { uploadsOf } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const download = (person: Person | undefined, pid: string, headers: Record<string, string> = {}) =>
  portal.send({ method: 'GET', url: fileContentUrl(pid), headers }, person)

const given = (name: string, bytes: Buffer, mimeType = 'application/pdf', root = 'team') =>
  givenFile(portal.deps, { root, name, bytes, mimeType })

test('a file is downloaded unchanged, as an attachment under its own name', async () => {
  const bytes = randomBytes(70_000)
  const result = await download(people.team, await given('مخطط 🏗️.pdf', bytes))
  assert.equal(result.statusCode, 200)
  assert.deepEqual(result.rawPayload, bytes)
  assert.equal(result.headers['content-type'], 'application/pdf')
  assert.equal(result.headers['content-length'], '70000')
  assert.match(String(result.headers['content-disposition']), /^attachment; .*filename\*=UTF-8''/)
  assert.equal(result.headers['cache-control'], 'no-store')
})

test('69: html, svg, xml and js never run: attachment, plain bytes, sandbox, nosniff (contract.md 10.5)', async () => {
  const script = Buffer.from('<script>alert(1)</script>')
  for (const [name, mimeType] of [
    ['page.html', 'text/html'],
    ['plan.svg', 'image/svg+xml'],
    ['data.xml', 'application/xml'],
    ['code.js', 'text/javascript'],
    ['really.html', 'image/png'],
  ] as const) {
    const { headers } = await download(people.team, await given(name, script, mimeType))
    assert.match(String(headers['content-disposition']), /^attachment/)
    assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none'/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(String(headers['content-type']), /html|svg|xml|script/)
  }
})

test('70: a file announced as an image is served as that type whatever its bytes are, and is never sniffed', async () => {
  const { headers, statusCode } = await download(
    people.team,
    await given('photo.png', Buffer.from('<html><script>alert(1)</script>'), 'image/png'),
  )
  assert.deepEqual(
    [statusCode, headers['content-type'], headers['x-content-type-options']],
    [200, 'image/png', 'nosniff'],
  )
  assert.match(String(headers['content-disposition']), /^attachment/)
})

test('71: a file announced as a type that browsers run is stored and listed as plain bytes', async () => {
  const files = uploadsOf(portal)
  for (const [name, mimeType] of [
    ['page.html', 'text/html'],
    ['page2.html', 'TEXT/HTML; charset=utf-8'],
    ['plan.svg', 'image/svg+xml'],
    ['data.xml', 'application/xml'],
    ['code.js', 'text/javascript'],
    ['both.pdf', 'application/xhtml+xml'],
  ]) {
    const file = await files.upload(people.team, Buffer.from('<svg onload="alert(1)">'), { name, mimeType })
    assert.equal(file.mimeType, 'application/octet-stream', mimeType)
    assert.equal((await download(people.team, file.pid)).headers['content-type'], 'application/octet-stream')
  }
})

test('72: a name with quotes, line breaks and direction marks stays inside its header', async () => {
  for (const name of [
    'a"; filename="b.exe',
    'a\r\nset-cookie: x=1',
    "it's 100%.pdf",
    'bill\u202Efdp.exe',
    '\\..\\x',
    'ä'.repeat(120),
  ]) {
    const { headers, statusCode } = await download(people.team, await given(name, randomBytes(1)))
    assert.equal(statusCode, 200, name)
    assert.equal(headers['set-cookie'], undefined)
    const disposition = String(headers['content-disposition'])
    assert.match(disposition, /^attachment; filename=/)
    assert.ok(!/[\r\n\u202E]/.test(disposition) && !disposition.endsWith('; filename="b.exe"'), disposition)
  }
})

test('an SVG opened at its own URL is saved, not shown, so its script cannot run', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>',
  )
  const { headers } = await download(people.team, await given('opened.svg', svg, 'image/svg+xml'))
  assert.equal(headers['content-type'], 'application/octet-stream')
  assert.match(String(headers['content-disposition']), /^attachment/)
  assert.match(
    String(headers['content-security-policy']),
    /^sandbox; default-src 'none'; frame-ancestors 'none'$/,
  )
})

test('a range is answered with 206, a range beyond the end of the file with 416', async () => {
  const bytes = randomBytes(1000)
  const pid = await given('parts.pdf', bytes)
  const part = await download(people.team, pid, { range: 'bytes=100-299' })
  assert.equal(part.statusCode, 206)
  assert.equal(part.headers['content-range'], 'bytes 100-299/1000')
  assert.deepEqual(part.rawPayload, bytes.subarray(100, 300))
  const beyond = await download(people.team, pid, { range: 'bytes=1000-' })
  assert.equal(beyond.statusCode, 416)
  assert.equal(beyond.headers['content-range'], 'bytes */1000')
  const etag = String((await download(people.team, pid)).headers.etag)
  assert.equal((await download(people.team, pid, { range: 'bytes=0-0', 'if-range': etag })).statusCode, 206)
  assert.equal(
    (await download(people.team, pid, { range: 'bytes=0-0', 'if-range': '"another"' })).statusCode,
    200,
  )
  assert.equal((await download(people.team, pid, { 'if-none-match': etag })).statusCode, 304)
})

test('HEAD answers the headers of GET without a body, and an empty file has an empty body', async () => {
  const pid = await given('head.pdf', randomBytes(500))
  const response = await portal.send({ method: 'HEAD', url: fileContentUrl(pid) }, people.team)
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-length'], '500')
  assert.equal(response.rawPayload.byteLength, 0)
  const empty = await download(people.team, await given('empty.txt', Buffer.alloc(0), 'text/plain'))
  assert.equal(empty.statusCode, 200)
  assert.equal(empty.headers['content-length'], '0')
})

test('43: a file is refused with 401, 403 or 404 by the same rules as its folder', async () => {
  const restricted = await given('contract.pdf', randomBytes(10), 'application/pdf', 'restricted')
  assert.equal((await download(undefined, restricted)).statusCode, 401)
  assert.equal((await download(people.team, restricted)).statusCode, 403)
  assert.equal((await download(people.client, restricted)).statusCode, 404)
  assert.equal((await download(people.admin, restricted)).statusCode, 200)
  const { rows } = await sql<{
    pid: string
    action: string
    actor: string
  }>`select pid, action, actor from history where collection = 'files' and action = 'download'`.execute(
    portal.deps.database.kysely,
  )
  assert.deepEqual(rows, [{ pid: restricted, action: 'download', actor: people.admin.pid }])
})

test('a client downloads only files that are marked for clients on their own permit', async () => {
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const permit = portal.deps.ids.pid()
  await sql`insert into permits (pid, title, org, status, bucket) values (${permit}, 'Permit', ${people.client.org}, 'SUBMITTED', 'processing')`.execute(
    portal.deps.database.kysely,
  )
  const file = (visibility: 'INTERNAL' | 'CLIENT') =>
    givenFile(portal.deps, { root: recordRoot('permits', permit), bytes: randomBytes(5), visibility })
  const [shared, internal] = [await file('CLIENT'), await file('INTERNAL')]
  assert.equal((await download(people.client, shared)).statusCode, 200)
  assert.equal((await download(people.client, internal)).statusCode, 404)
  assert.equal((await download(stranger, shared)).statusCode, 404)
})

test('folders, unfinished, deleted and unknown files have no content, and path traversal fails', async () => {
  const pids = [
    await givenFile(portal.deps, { root: 'team' }),
    await givenFile(portal.deps, { root: 'team', bytes: Buffer.from('1'), status: 'uploading' }),
    await givenFile(portal.deps, {
      root: 'team',
      bytes: Buffer.from('1'),
      deletedAt: '2026-11-01T00:00:00Z',
    }),
    portal.deps.ids.pid(),
    'x',
    '..',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'a'.repeat(250),
  ]
  for (const pid of pids) {
    const response = await portal.send({ method: 'GET', url: `/api/files/${pid}/content` }, people.superadmin)
    assert.equal(response.statusCode, 404, pid)
    assert.doesNotMatch(response.body, /root:|\/objects\//)
  }
})

test('a file whose bytes are lost answers an error and is logged, instead of an empty download', async () => {
  const pid = await given('lost.pdf', randomBytes(10))
  await rm(join(portal.deps.environment.dataDir, 'files', 'objects'), { recursive: true })
  const result = await download(people.team, pid)
  assert.equal(result.statusCode, 503)
  assert.ok(portal.logged.some((line) => line.includes('a file has lost its bytes')))
})
