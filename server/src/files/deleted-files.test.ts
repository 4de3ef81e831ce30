import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { DeletedFiles, FileResponse, FileList, fileContentUrl } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
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

const restore = (person: Person | undefined, pid: string) =>
  portal.send({ method: 'POST', url: `/api/files/${pid}/restore` }, person)
const list = (person: Person | undefined, query: Record<string, string>) =>
  portal.send({ method: 'GET', url: `/api/files/deleted?${new URLSearchParams(query).toString()}` }, person)

async function deleted(query: Record<string, string>): Promise<DeletedFiles['deleted']> {
  const result = await list(people.admin, query)
  assert.equal(result.statusCode, 200, result.body)
  return DeletedFiles.parse(result.json()).deleted
}

async function names(person: Person, parentId: string): Promise<string[]> {
  const response = await portal.send(
    { method: 'GET', url: `/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}` },
    person,
  )
  return FileList.parse(response.json()).records.map(({ name }) => name)
}

const messageOf = (result: { json: () => unknown }): unknown => Reflect.get(Object(result.json()), 'message')

test('a deleted folder is listed once with who deleted it and when, and is restored with its contents', async () => {
  const folder = await files.folder(people.team, 'Site plans')
  const inner = await files.folder(people.team, 'Old', folder)
  const plan = await files.upload(people.team, randomBytes(7), { parentId: inner, name: 'plan.pdf' })
  await files.remove(people.team, folder)
  const [row, ...others] = await deleted({ parentId: 'team' })
  assert.deepEqual(others, [])
  assert.deepEqual(
    [row?.pid, row?.name, row?.path, row?.deletedBy?.pid],
    [folder, 'Site plans', [], people.team.pid],
  )
  assert.equal(Date.parse(row?.restorableUntil ?? '') - Date.parse(row?.deletedAt ?? ''), 30 * 86_400_000)
  const result = await restore(people.admin, folder)
  assert.equal(result.statusCode, 200, result.body)
  assert.equal(FileResponse.parse(result.json()).file.name, 'Site plans')
  assert.deepEqual(
    [await names(people.team, 'team'), await names(people.team, inner)],
    [['Site plans'], ['plan.pdf']],
  )
  assert.equal(
    (await portal.send({ method: 'GET', url: fileContentUrl(plan.pid) }, people.team)).statusCode,
    200,
  )
  assert.deepEqual(await deleted({ parentId: 'team' }), [])
  assert.equal((await restore(people.admin, folder)).statusCode, 404)
})

test('a file whose folder was deleted later cannot be restored before it, and a taken name gets a number', async () => {
  const folder = await files.folder(people.admin, 'Fees')
  const early = await files.upload(people.admin, randomBytes(5), { parentId: folder, name: 'fee.pdf' })
  await files.remove(people.admin, early.pid)
  portal.clock.pass(1_000)
  await files.remove(people.admin, folder)
  const refused = await restore(people.admin, early.pid)
  assert.deepEqual(
    [refused.statusCode, messageOf(refused)],
    [409, 'Its folder "Fees" is deleted. Restore the folder first.'],
  )
  assert.equal((await restore(people.admin, folder)).statusCode, 200)
  assert.deepEqual(await names(people.admin, folder), [])
  await files.upload(people.admin, randomBytes(5), { parentId: folder, name: 'fee.pdf' })
  assert.equal(FileResponse.parse((await restore(people.admin, early.pid)).json()).file.name, 'fee (1).pdf')
})

test('deleted files can be searched by name, sorted, and limited to a folder and its subfolders', async () => {
  const folder = await files.folder(people.admin, 'Zoning')
  const [a, b] = [
    await files.upload(people.admin, randomBytes(5), { parentId: folder, name: 'Alpha 100%.pdf' }),
    await files.upload(people.admin, randomBytes(5), { name: 'beta.pdf' }),
  ]
  await files.remove(people.admin, a.pid)
  portal.clock.pass(1_000)
  await files.remove(people.admin, b.pid)
  const pids = async (query: Record<string, string>) => (await deleted(query)).map(({ pid }) => pid)
  assert.deepEqual(await pids({ parentId: 'team' }), [b.pid, a.pid])
  assert.deepEqual(await pids({ parentId: 'team', sort: 'name' }), [a.pid, b.pid])
  assert.deepEqual(await pids({ parentId: folder }), [a.pid])
  assert.deepEqual(await pids({ parentId: 'team', searchToken: 'ALPHA 100%' }), [a.pid])
  assert.deepEqual(await pids({ parentId: 'team', searchToken: '%' }), [a.pid])
  assert.deepEqual((await deleted({ parentId: folder }))[0]?.path, ['Zoning'])
})

test('administrators list and restore deleted files, staff undo their own deletion for ten minutes, clients neither', async () => {
  const mine = await files.upload(people.team, randomBytes(5), { name: 'mine.pdf' })
  const theirs = await files.upload(people.admin, randomBytes(5), { name: 'theirs.pdf' })
  await files.remove(people.team, mine.pid)
  await files.remove(people.admin, theirs.pid)
  for (const [person, status] of [
    [undefined, 401],
    [people.client, 403],
    [people.team, 403],
  ] as const) {
    assert.equal((await list(person, { parentId: 'team' })).statusCode, status)
  }
  assert.equal((await restore(people.client, mine.pid)).statusCode, 403)
  assert.equal((await restore(people.team, theirs.pid)).statusCode, 404)
  assert.equal((await restore(people.team, mine.pid)).statusCode, 200)
  await files.remove(people.team, mine.pid)
  portal.clock.pass(10 * 60_000 + 1)
  const late = await restore(people.team, mine.pid)
  assert.deepEqual(
    [late.statusCode, messageOf(late)],
    [403, 'You can undo a deletion for 10 minutes. An administrator can restore the file under Deleted.'],
  )
  assert.equal((await restore(people.admin, mine.pid)).statusCode, 200)
  assert.equal((await list(people.admin, { parentId: 'team', sort: 'size' })).statusCode, 400)
})

test('an unfinished upload is not a deleted file, and files of a deleted record need the record first', async () => {
  const unfinished = await files.made(people.admin, { name: 'never.pdf' })
  await files.remove(people.admin, unfinished.file.pid)
  assert.equal((await restore(people.admin, unfinished.file.pid)).statusCode, 404)
  assert.deepEqual(await deleted({ parentId: 'team', searchToken: 'never' }), [])
  const org = await portal.given.org()
  const made = await portal.crud(people.admin, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Roof', org, permitType: 'SIGN' },
  })
  const { pid } = made.json<{ pid: string }>()
  const file = await files.upload(people.admin, randomBytes(5), { parentId: `permits/${pid}` })
  await files.remove(people.admin, file.pid)
  assert.deepEqual(
    (await deleted({ parentId: `permits/${pid}` })).map((each) => each.pid),
    [file.pid],
  )
  await portal.crud(people.admin, { apiPath: `permits/${pid}`, method: 'DELETE' })
  const refused = await restore(people.admin, file.pid)
  assert.deepEqual(
    [refused.statusCode, messageOf(refused)],
    [409, 'The file’s record is deleted. Restore the record first.'],
  )
  await portal.crud(people.admin, { apiPath: `permits/${pid}/restore`, method: 'POST' })
  assert.equal((await restore(people.admin, file.pid)).statusCode, 200)
})
