import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { FoundFiles } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
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

const search = (person: Person | undefined, query: Record<string, string>) =>
  portal.send({ method: 'GET', url: `/api/files/search?${new URLSearchParams(query).toString()}` }, person)

async function found(person: Person, query: Record<string, string>): Promise<FoundFiles['found']> {
  const result = await search(person, query)
  assert.equal(result.statusCode, 200, result.body)
  return FoundFiles.parse(result.json()).found
}
const names = async (person: Person, query: Record<string, string>) =>
  (await found(person, query)).map(({ name }) => name)

test('files are found in every folder open to the user, by words of their name in any case and order', async () => {
  const folder = await files.folder(people.team, 'Standards')
  await files.upload(people.team, randomBytes(5), { parentId: folder, name: 'Harbor Drainage 100%.pdf' })
  await files.upload(people.admin, randomBytes(5), { parentId: 'restricted', name: 'harbor salaries.pdf' })
  assert.deepEqual(await names(people.team, { searchToken: 'drainage HARBOR' }), ['Harbor Drainage 100%.pdf'])
  assert.deepEqual(await names(people.team, { searchToken: '100%' }), ['Harbor Drainage 100%.pdf'])
  assert.deepEqual(await names(people.admin, { searchToken: 'harbor' }), [
    'Harbor Drainage 100%.pdf',
    'harbor salaries.pdf',
  ])
  assert.deepEqual((await found(people.team, { searchToken: 'drainage' }))[0]?.path, [
    { pid: folder, name: 'Standards' },
  ])
  for (const person of [people.client, stranger])
    assert.deepEqual(await names(person, { searchToken: 'harbor' }), [])
  assert.equal((await search(undefined, { searchToken: 'harbor' })).statusCode, 401)
  assert.equal((await search(people.team, { searchToken: ' ' })).statusCode, 400)
})

test('a search in a folder finds its contents at any depth and does not search closed folders', async () => {
  const [outer, beside] = [
    await files.folder(people.team, 'Outer'),
    await files.folder(people.team, 'Beside'),
  ]
  const inner = await files.folder(people.team, 'Inner', outer)
  for (const parentId of [inner, beside])
    await files.upload(people.team, randomBytes(5), { parentId, name: `grading ${parentId}.pdf` })
  assert.deepEqual(await names(people.team, { searchToken: 'grading', parentId: outer }), [
    `grading ${inner}.pdf`,
  ])
  assert.equal((await names(people.team, { searchToken: 'grading', parentId: 'team' })).length, 2)
  assert.equal((await search(people.team, { searchToken: 'x', parentId: 'restricted' })).statusCode, 403)
  assert.equal((await search(people.client, { searchToken: 'x', parentId: outer })).statusCode, 404)
})

test('files are found by number, title and client of their permit; clients find their own shown files', async () => {
  const org = people.client.org
  const body = { title: 'Quarry Lane bridge', org, permitType: 'SIGN' }
  const pid = (await portal.crud(people.admin, { apiPath: 'permits', method: 'POST', body })).json<{
    pid: string
  }>().pid
  const { refNo } = (await portal.crud(people.admin, { apiPath: `permits/${pid}`, method: 'GET' })).json<{
    refNo: string
  }>()
  await files.upload(people.team, randomBytes(5), {
    parentId: `permits/${pid}`,
    name: 'span.pdf',
    visibility: 'CLIENT',
  })
  await files.upload(people.team, randomBytes(5), {
    parentId: `permits/${pid}`,
    name: 'span memo.pdf',
    visibility: 'INTERNAL',
  })
  const hidden = (
    await files.made(people.team, {
      name: 'Internal',
      parentId: `permits/${pid}`,
      size: 0,
      mimeType: 'folder',
    })
  ).file.pid
  await files.upload(people.team, randomBytes(5), {
    parentId: hidden,
    name: 'span draft.pdf',
    visibility: 'CLIENT',
  })
  for (const searchToken of [`${refNo} span`, 'quarry span']) {
    assert.deepEqual(await names(people.team, { searchToken }), [
      'span draft.pdf',
      'span memo.pdf',
      'span.pdf',
    ])
    assert.deepEqual(await names(people.client, { searchToken }), ['span.pdf'])
    assert.deepEqual(await names(stranger, { searchToken }), [])
  }
  assert.deepEqual((await found(people.team, { searchToken: 'span memo' }))[0]?.record, {
    collection: 'permits',
    pid,
    title: 'Quarry Lane bridge',
  })
  const handedIn = await files.upload(people.client, randomBytes(5), {
    parentId: 'uploads',
    name: 'deed.pdf',
  })
  const { legal_name: client } = await portal.deps.database.kysely
    .selectFrom('orgs')
    .select('legal_name')
    .where('pid', '=', org ?? '')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    (await found(people.team, { searchToken: `${client} deed` })).map((each) => each.pid),
    [handedIn.pid],
  )
  assert.deepEqual(await names(stranger, { searchToken: 'deed' }), [])
})
