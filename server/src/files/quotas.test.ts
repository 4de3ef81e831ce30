import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Health, MailDraft, fileContentUrl } from '@portal/contract'
import type { LightMyRequestResponse } from 'fastify'
import { startSmtpServer } from '#mail/inbound/smtp-server.ts'
import { deliver } from '#mail/test-support/deliver.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { uploadsOf } from './test-support/uploading.ts'

const gigabyte = 1_073_741_824
const disk = { freeBytes: 500 * gigabyte, totalBytes: 1000 * gigabyte }

let portal: TestApp
let files: ReturnType<typeof uploadsOf>
before(async () => {
  portal = await startTestApp({ deps: { disk: { read: async () => disk } } })
  files = uploadsOf(portal)
})
after(() => portal.close())

const client = async (org?: string): Promise<Person> =>
  portal.given.user({ role: 'client', org: org ?? (await portal.given.org()) })
const problemOf = (response: LightMyRequestResponse) => [
  response.statusCode,
  response.json<{ type: string }>().type,
]
const reserve = (person: Person, size: number, name = 'scan.pdf') =>
  files.create(person, files.body({ name, parentId: 'uploads', size }))

test('S-18: an organization stores and reserves at most its quota, counting deleted files and parallel calls', async () => {
  const one = await client()
  const other = await client(one.org ?? undefined)
  const results = await Promise.all(
    Array.from({ length: 27 }, (_, place) =>
      reserve(place % 2 === 0 ? one : other, 4 * gigabyte, `${place}.pdf`),
    ),
  )
  assert.equal(results.filter(({ statusCode }) => statusCode === 201).length, 25, '25 of 4 GB are 100 GB')
  const refused = results.find(({ statusCode }) => statusCode !== 201)
  assert.ok(refused)
  assert.deepEqual(problemOf(refused), [413, 'too-large'])
  assert.match(refused.body, /Your organization can store 100 GB and has 0 GB left/)
  assert.equal((await reserve(await client(), 4 * gigabyte)).statusCode, 201, 'others have their own')

  const small = await client()
  const stored = await files.upload(small, Buffer.alloc(1000), { parentId: 'uploads' })
  await portal.deps.database.query('update files set size = $2, deleted_at = now() where pid = $1', [
    stored.pid,
    100 * gigabyte,
  ])
  assert.equal(
    (await reserve(small, gigabyte)).statusCode,
    413,
    'a deleted file takes its place until it is swept',
  )
})

test('S-18: a client creates a limited number of folders and files per hour, and can continue later', async () => {
  const person = await client()
  const folder = (name: string) =>
    files.create(person, files.body({ name, parentId: 'uploads', size: 0, mimeType: 'folder' }))
  await portal.deps.database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, org, created_at, created_by, updated_at)
     select 'X' || n, 'uploads', 'Folder ' || n, 'folder', 0, 'done', 'CLIENT', $1, $2, $3, $2 from generate_series(1, 499) n`,
    [person.org, portal.clock.now(), person.pid],
  )
  assert.equal((await folder('five hundred')).statusCode, 201)
  const refused = await folder('one too many')
  assert.deepEqual(problemOf(refused), [429, 'rate-limited'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await reserve(person, 10)).statusCode, 201, 'files are counted apart')
  portal.clock.pass(61 * 60_000)
  assert.equal((await folder('an hour later')).statusCode, 201)
})

test('S-18: a nearly full disk refuses every kind of write with a message; reads work and health reports it', async () => {
  const team = await portal.given.user({ role: 'admin' })
  const stored = await files.upload(team, Buffer.from('a plan'))
  const waiting = await files.made(team, { name: 'waiting.pdf', size: 6 })
  const json = { 'content-type': 'application/json' }
  const draft = MailDraft.parse(
    (
      await portal.send({ method: 'POST', url: '/api/mail/drafts', headers: json, payload: '{}' }, team)
    ).json(),
  )
  const door = await startSmtpServer(portal.deps, { host: '127.0.0.1', port: 0 })
  try {
    disk.freeBytes = gigabyte
    const form = { 'content-type': 'multipart/form-data; boundary=F' }
    const payload =
      '--F\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ntitle\nOne\n\r\n--F--\r\n'
    const refused = [
      await files.create(team, files.body({ size: 10 })),
      await files.put(waiting.signedUrl, Buffer.from('a plan')),
      await portal.send(
        { method: 'POST', url: `/api/mail/drafts/${draft.id}/attachments`, headers: form, payload },
        team,
      ),
      await portal.send({ method: 'POST', url: '/api/import/tasks', headers: form, payload }, team),
    ]
    for (const result of refused) {
      assert.deepEqual(problemOf(result), [507, 'insufficient-storage'])
      assert.match(result.body, /disk is nearly full.*Contact an administrator/)
    }
    assert.equal(await deliver(door.port, Buffer.from('Subject: Full\r\n\r\nText\r\n'), [team.email]), 452)
    assert.equal(
      (await portal.send({ method: 'GET', url: fileContentUrl(stored.pid) }, team)).statusCode,
      200,
    )
    const folder = await files.create(team, files.body({ name: 'A folder', size: 0, mimeType: 'folder' }))
    assert.equal(folder.statusCode, 507)
    const health = Health.parse((await portal.send({ method: 'GET', url: '/api/health' })).json())
    assert.deepEqual([health.status, health.degraded], ['ok', ['disk']])
  } finally {
    disk.freeBytes = 500 * gigabyte
    await door.close()
  }
  assert.equal((await files.put(waiting.signedUrl, Buffer.from('a plan'))).statusCode, 200)
})
