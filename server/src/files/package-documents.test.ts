import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { PackageDocuments } from '@portal/contract'
import type { Role } from '@portal/contract'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { uploadsOf } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, packageOf, prepared, step } = packagesIn(
  () => portal,
  () => people,
)
const responseOf = (person: Person, pack: string) =>
  portal.send({ method: 'GET', url: `/api/files/documents/${pack}` }, person)
const formOf = async (person: Person, pack: string) =>
  PackageDocuments.parse((await responseOf(person, pack)).json()).documents.find(
    ({ documentType }) => documentType === 'APPLICATION_FORM',
  )

test('each document shows its file, version, and who verified it and when; clients see what is shown to clients', async () => {
  const { permit, pack } = await prepared()
  const files = uploadsOf(portal)
  const set = (person: Person, body: object) =>
    ask(person, 'PATCH', `rts/${pack}/checklist/APPLICATION_FORM`, body)
  assert.equal((await formOf(people.admin, pack))?.verified?.by?.pid, people.team.pid)
  const first = await files.upload(people.team, randomBytes(5), {
    parentId: `permits/${permit}`,
    name: 'First.pdf',
  })
  await set(people.admin, { state: 'VERIFIED', file: first.pid })
  const verified = await formOf(people.team, pack)
  assert.deepEqual(
    [verified?.file?.name, verified?.version, verified?.verified?.by?.pid],
    ['First.pdf', 1, people.admin.pid],
  )
  const hidden = await formOf(people.client, pack)
  assert.deepEqual([hidden?.file, hidden?.version, hidden?.verified], [null, null, null])

  const second = await files.upload(people.client, randomBytes(5), {
    parentId: `permits/${permit}`,
    name: 'Second.pdf',
  })
  await set(people.team, { state: 'RECEIVED', file: second.pid })
  const replaced = await formOf(people.team, pack)
  assert.deepEqual([replaced?.file?.name, replaced?.version, replaced?.verified], ['Second.pdf', 2, null])
  assert.equal((await formOf(people.client, pack))?.file?.name, 'Second.pdf')

  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  assert.equal((await responseOf(stranger, pack)).statusCode, 404)
})

test('a document taken over into the next cycle does not count as verified by the person who opened that cycle', async () => {
  const { permit, pack } = await prepared()
  // Like an imported record: verified, without a history entry that says by whom.
  await portal.deps.database.query(
    'delete from history where pid = $1 and changes @> \'[{"field": "checklist"}]\' and action <> \'create\'',
    [pack],
  )
  assert.equal((await formOf(people.team, pack))?.verified, null)
  for (const to of ['READY', 'SUBMITTED']) await step(`rts/${pack}`, to)
  await step(`permits/${permit}`, 'CORRECTIONS_REQUIRED', 200, people.admin)
  const next = await packageOf(permit)
  assert.notEqual(next, pack)
  const taken = await formOf(people.team, next)
  assert.deepEqual([taken?.documentType, taken?.verified], ['APPLICATION_FORM', null])

  const set = (body: object) => ask(people.team, 'PATCH', `rts/${next}/checklist/APPLICATION_FORM`, body)
  await set({ state: 'MISSING' })
  await set({ state: 'VERIFIED', onPaper: true })
  assert.equal((await formOf(people.team, next))?.verified?.by?.pid, people.team.pid)
})
