import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { FileList, FileMade, numberedName } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'
import { uploadsOf } from './test-support/uploading.ts'
import type { Uploads } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>
let stranger: Person
let files: Uploads
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  files = uploadsOf(portal)
})
after(() => portal.close())

async function refused(
  person: Person | undefined,
  values: Record<string, unknown>,
  status: number,
  message?: string | RegExp,
): Promise<void> {
  const result = await files.create(person, files.body(values))
  assert.equal(result.statusCode, status, `${JSON.stringify(values)} -> ${result.body}`)
  const { success, message: told } = result.json<{ success: boolean; message: string }>()
  assert.equal(success, false)
  if (typeof message === 'string') assert.equal(told, message)
  else if (message !== undefined) assert.match(told, message)
}

test('a new file is answered with all fields of the list and a signed URL for its bytes (contract.md 5)', async () => {
  const result = await files.create(
    people.team,
    files.body({ name: 'Site plan.pdf', root: 'team', size: 1234 }),
  )
  assert.equal(result.statusCode, 201, result.body)
  const { success, file, signedUrl } = FileMade.parse(result.json())
  assert.deepEqual(
    [success, file.name, file.parentId, file.size, file.mimeType, file.root, file.status, file.visibility],
    [true, 'Site plan.pdf', 'team', 1234, 'application/pdf', 'team', 'uploading', 'INTERNAL'],
  )
  assert.equal(new URL(signedUrl ?? '').origin, 'http://localhost:3000')
})

test('a folder exists immediately without a signed URL, and files in it show their path', async () => {
  const { file, signedUrl } = await files.made(people.team, { name: 'Drawings', mimeType: 'folder', size: 0 })
  assert.deepEqual([file.status, file.mimeType, signedUrl], ['done', 'folder', ''])
  const inner = await files.folder(people.team, 'Inner', file.pid)
  const list = await portal.send({ method: 'GET', url: `/api/aws/listFiles?parentId=${inner}` }, people.team)
  assert.deepEqual(
    FileList.parse(list.json()).path.map(({ name }) => name),
    ['Drawings', 'Inner'],
  )
})

test('60: paths, control characters, long names and leading dots are refused, direction marks are removed', async () => {
  for (const name of ['a/b', 'a\\b', 'a\0b', 'a\u0007b', '', '\ud800'])
    await refused(people.team, { name }, 400, 'Invalid file')
  await refused(people.team, { name: 'x'.repeat(256) }, 400, /255 bytes/)
  for (const name of ['.env', '../x', '..'])
    await refused(people.team, { name }, 400, `Unsupported file type: ${name}.`)
  assert.equal((await files.made(people.team, { name: 'bill\u202Efdp.exe' })).file.name, 'billfdp.exe')
  assert.equal((await files.made(people.team, { name: ' مخطط 🏗️.pdf ' })).file.name, 'مخطط 🏗️.pdf')
})

test('61: a foreign, deleted or unknown parent or a file is no parent; no folder is moved into itself or below', async () => {
  const theirs = await givenFile(portal.deps, { root: 'uploads', visibility: 'CLIENT', org: stranger.org })
  const gone = await givenFile(portal.deps, { root: 'team', deletedAt: '2026-11-01T00:00:00Z' })
  const file = await givenFile(portal.deps, { root: 'team', bytes: Buffer.from('1') })
  await refused(people.client, { parentId: theirs }, 404)
  for (const parentId of [gone, file, portal.deps.ids.pid(), '../team', 'permits/x'])
    await refused(people.team, { parentId }, 404)
  await refused(people.team, { parentId: 'restricted' }, 403)
  await refused(people.client, { parentId: 'team' }, 403)
  await refused(undefined, {}, 401)
  await refused(people.team, { root: 'restricted' }, 400, /root/)

  const outer = await files.folder(people.team, 'Outer')
  const inner = await files.folder(people.team, 'Inner', outer)
  const moves = { [outer]: 400, [inner]: 400, [file]: 404, [gone]: 404, restricted: 403 }
  for (const [parentId, status] of Object.entries(moves)) {
    assert.equal((await files.change(people.team, outer, { parentId })).statusCode, status, parentId)
  }
})

test('62: an invalid size is refused, and a size above the file limit or the organization’s quota is too large', async () => {
  for (const size of [-1, 1.5, '5', null, 2 ** 60]) await refused(people.team, { size }, 400)
  const nan = await files.create(people.team, { ...files.body({}), size: Number.NaN })
  assert.equal(nan.statusCode, 400)
  await refused(people.team, { size: 5_368_709_121 }, 413)
  for (let at = 0; at < 20; at += 1) await files.made(stranger, { parentId: 'uploads', size: 5_368_709_120 })
  await refused(stranger, { parentId: 'uploads', size: 1 }, 413, /Not enough storage/)
  assert.equal((await files.made(people.client, { parentId: 'uploads', size: 1 })).success, true)
})

test('a folder without a name or a parent is refused with the specified message (specification.md 5)', async () => {
  const said = 'Oops! Refresh and try again.'
  for (const values of [
    { name: '' },
    { name: '  ' },
    { name: null },
    { parentId: '' },
    { parentId: null },
    { parentId: undefined },
  ])
    await refused(people.team, { ...values, mimeType: 'folder', size: 0 }, 400, said)
  await refused(people.team, { parentId: '' }, 400, 'Invalid id')
})

test('a file without a media type is plain bytes, and an invalid media type is refused', async () => {
  for (const mimeType of ['', null, undefined])
    assert.equal((await files.made(people.team, { mimeType })).file.mimeType, 'application/octet-stream')
  for (const mimeType of ['pdf', 'a/b\r\nx: 1', 'text/plain, text/html'])
    await refused(people.team, { mimeType }, 400, /media type/)
  await refused(people.team, { unknown: 1 }, 400)
})

test('duplicate names get a number before the extension, case-insensitively and with unfinished files (specification.md 5)', async () => {
  const parentId = await files.folder(people.team, 'Numbers')
  const names = []
  for (const name of ['plan.pdf', 'plan.pdf', 'PLAN.pdf', 'plan (1).pdf', 'plan'])
    names.push((await files.made(people.team, { name, parentId })).file.name)
  assert.deepEqual(names, ['plan.pdf', 'plan (1).pdf', 'PLAN (2).pdf', 'plan (1) (1).pdf', 'plan'])
  await files.folder(people.team, 'v1.2', parentId)
  assert.equal(
    (await files.made(people.team, { name: 'v1.2', parentId, mimeType: 'folder' })).file.name,
    'v1.2 (1)',
  )
})

test('thirty files created in parallel with the same name get thirty different names', async () => {
  const parentId = await files.folder(people.team, 'At once')
  const made = await Promise.all(
    Array.from({ length: 30 }, () => files.made(people.team, { name: 'same.pdf', parentId })),
  )
  assert.deepEqual(
    made.map(({ file }) => file.name).toSorted(),
    Array.from({ length: 30 }, (_, at) => numberedName('same.pdf', at, false)).toSorted(),
  )
})

test('a retry with the same Idempotency-Key answers the same file and a new URL; a different request is 409', async () => {
  const headers = { 'idempotency-key': 'item-1' }
  const first = await files.made(people.team, { name: 'once.pdf' }, headers)
  portal.clock.pass(1000)
  const again = await files.made(people.team, { name: 'once.pdf' }, headers)
  assert.equal(again.file.pid, first.file.pid)
  assert.notEqual(again.signedUrl, first.signedUrl)
  assert.equal((await files.create(people.team, files.body({ name: 'other.pdf' }), headers)).statusCode, 409)
  assert.notEqual((await files.made(people.admin, { name: 'once.pdf' }, headers)).file.pid, first.file.pid)
  assert.equal(
    (await files.create(people.team, files.body({}), { 'idempotency-key': 'x'.repeat(201) })).statusCode,
    400,
  )
  const folders = await Promise.all(
    Array.from({ length: 5 }, () =>
      files.made(people.team, { name: 'Once', mimeType: 'folder' }, { 'idempotency-key': 'folder-1' }),
    ),
  )
  assert.equal(new Set(folders.map(({ file }) => file.pid)).size, 1)
})

test('a client’s files are theirs and CLIENT; staff files follow their folder or the request (contract.md 10.5)', async () => {
  const { file } = await files.made(people.client, { parentId: 'uploads', visibility: 'INTERNAL' })
  assert.deepEqual([file.visibility, file.org?.pid], ['CLIENT', people.client.org])
  const theirs = await files.folder(people.client, 'For you', 'uploads')
  const added = await files.made(people.team, { parentId: theirs })
  assert.deepEqual([added.file.visibility, added.file.org?.pid], ['CLIENT', people.client.org])
  assert.equal(
    (await files.made(people.team, { parentId: theirs, visibility: 'INTERNAL' })).file.visibility,
    'INTERNAL',
  )
  const homeless = await portal.given.user({ role: 'client', org: null })
  await refused(homeless, { parentId: 'uploads' }, 403)
})

test('users who can see a record can add files to it, through either of its collections', async () => {
  const permit = portal.deps.ids.pid()
  await sql`insert into permits (pid, title, org, status, bucket) values (${permit}, 'Permit', ${people.client.org}, 'SUBMITTED', 'processing')`.execute(
    portal.deps.database.kysely,
  )
  const { file } = await files.made(people.client, {
    parentId: `processed/${permit}`,
    root: `processed/${permit}`,
  })
  assert.deepEqual(
    [file.root, file.parentId, file.visibility],
    [`permits/${permit}`, `permits/${permit}`, 'CLIENT'],
  )
  await refused(stranger, { parentId: `permits/${permit}` }, 404)
  await refused(people.team, { parentId: `permits/${portal.deps.ids.pid()}` }, 404)
})

test('folders are at most a hundred levels deep, so every folder above a file is checked', async () => {
  let parentId = 'team'
  for (let level = 0; level < 100; level += 1)
    parentId = await givenFile(portal.deps, { root: 'team', parent: level === 0 ? null : parentId })
  await refused(people.team, { parentId, name: 'Deeper', mimeType: 'folder', size: 0 }, 400, /100 levels/)
})
