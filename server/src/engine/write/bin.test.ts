import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DeletedRecords, collectionNames } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { purgeDeleted } from './purge-deleted.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const call = (as: Person, method: 'GET' | 'POST' | 'DELETE', apiPath: string, rest: object = {}) =>
  portal.crud(as, { apiPath, method, ...rest })

async function permit(title: string): Promise<string> {
  const org = await portal.given.org()
  return (await call(people.team, 'POST', 'permits', { body: { title, org, permitType: 'SIGN' } })).json<{
    pid: string
  }>().pid
}

test('administrators see a deleted record of any collection in deleted records and restore it unchanged', async () => {
  const sample = await sampleOrganization(portal, people.superadmin, 'binned')
  for (const collection of collectionNames) {
    const pid = collection === 'alerts' ? await ownAlert() : sample.pids[collection]
    const before = (await call(people.superadmin, 'GET', `${collection}/${pid}`)).json()
    const deleted = await call(people.superadmin, 'DELETE', `${collection}/${pid}`)
    assert.equal(deleted.statusCode, 200, `${collection} ${deleted.body}`)
    const bin = (await call(people.superadmin, 'GET', collection, { query: { deleted: true } })).json()
    assert.equal(bin.metadata.count, 1, collection)
    const restored = await call(people.superadmin, 'POST', `${collection}/${pid}/restore`)
    assert.equal(restored.statusCode, 200, restored.body)
    const { version, updatedAt: _at, updatedBy: _by, ...after } = restored.json()
    const { version: was, updatedAt: _wasAt, updatedBy: _wasBy, ...same } = before
    assert.deepEqual([after, version], [same, was + 2], collection)
    const history = (await call(people.superadmin, 'GET', `${collection}/${pid}/history`)).json()
    assert.deepEqual(
      history.changes.slice(0, 2).map(({ action }: { action: string }) => action),
      ['restore', 'delete'],
    )
  }
})

async function ownAlert(): Promise<string> {
  return (
    await call(people.superadmin, 'POST', 'alerts', { body: { title: 'Mine', user: people.superadmin.pid } })
  ).json<{ pid: string }>().pid
}

test('only administrators restore, and only deleted records', async () => {
  const pid = await permit('Kept')
  assert.equal((await call(people.admin, 'POST', `permits/${pid}/restore`)).statusCode, 404)
  await call(people.admin, 'DELETE', `permits/${pid}`)
  for (const person of [people.team, people.client])
    assert.equal((await call(person, 'POST', `permits/${pid}/restore`)).statusCode, 403)
  assert.equal((await call(people.team, 'GET', 'permits', { query: { deleted: true } })).statusCode, 403)
  assert.equal((await call(people.admin, 'POST', `permits/${pid}/restore`)).statusCode, 200)
})

test('a user who may not delete a person may not restore them either (contract.md 3)', async () => {
  const { pid } = await portal.given.user({ role: 'superadmin' })
  assert.equal((await call(people.superadmin, 'DELETE', `users/${pid}`)).statusCode, 200)
  assert.equal((await call(people.admin, 'POST', `users/${pid}/restore`)).statusCode, 403)
  assert.equal((await call(people.superadmin, 'POST', `users/${pid}/restore`)).statusCode, 200)
})

test('a deleted record whose place another record has taken cannot be restored', async () => {
  const pid = await permit('With a submission')
  const first = (await call(people.team, 'POST', 'rts', { body: { permit: pid } })).json<{ pid: string }>()
    .pid
  await call(people.admin, 'DELETE', `rts/${first}`)
  assert.equal((await call(people.team, 'POST', 'rts', { body: { permit: pid } })).statusCode, 201)
  assert.equal((await call(people.admin, 'POST', `rts/${first}/restore`)).statusCode, 409)
})

test('administrators list, search and sort deleted records, with who deleted them and until when they can be restored', async () => {
  const [first, second] = [await permit('Harbor shed roof'), await permit('Canal footbridge')]
  await call(people.admin, 'DELETE', `permits/${first}`)
  portal.clock.pass(60_000)
  await call(people.superadmin, 'DELETE', `permits/${second}`)
  const listed = async (query: object) => {
    const response = await call(people.admin, 'GET', 'permits/deleted', { query })
    assert.equal(response.statusCode, 200, response.body)
    return DeletedRecords.parse(response.json())
  }
  const all = await listed({ pageSize: 2 })
  assert.deepEqual(
    all.deleted.map(({ pid, deletedBy }) => [pid, deletedBy?.pid]),
    [
      [second, people.superadmin.pid],
      [first, people.admin.pid],
    ],
  )
  const [row] = all.deleted
  assert.match(row?.number ?? '', /^PM-/)
  assert.equal(Date.parse(row?.restorableUntil ?? '') - Date.parse(row?.deletedAt ?? ''), 30 * 86_400_000)
  assert.deepEqual(
    (await listed({ searchToken: 'harbor' })).deleted.map(({ pid }) => pid),
    [first],
  )
  assert.equal((await listed({ searchToken: 'harbor' })).metadata.count, 1)
  const byName = (await listed({ sort: 'name' })).deleted.map(({ pid }) => pid)
  assert.ok(byName.indexOf(second) < byName.indexOf(first))
  for (const person of [people.team, people.client])
    assert.equal((await call(person, 'GET', 'permits/deleted')).statusCode, 403)
  for (const query of [{ sort: 'title' }, { page: 0 }, { nothing: 1 }]) {
    assert.equal((await call(people.admin, 'GET', 'permits/deleted', { query })).statusCode, 400)
  }
  assert.equal(
    (await call(people.admin, 'GET', 'tasks/deleted', { query: { scope: 'all' } })).statusCode,
    400,
  )
})

test('a record whose client or permit is deleted cannot be restored before that is restored, and the error says so', async () => {
  const org = (await call(people.admin, 'POST', 'orgs', { body: { legalName: 'Marlow Roofing' } })).json<{
    pid: string
  }>().pid
  const pid = (
    await call(people.admin, 'POST', 'permits', { body: { title: 'Roof', org, permitType: 'SIGN' } })
  ).json<{ pid: string }>().pid
  const rts = (await call(people.admin, 'POST', 'rts', { body: { permit: pid } })).json<{ pid: string }>().pid
  for (const path of [`rts/${rts}`, `permits/${pid}`, `orgs/${org}`])
    assert.equal((await call(people.admin, 'DELETE', path)).statusCode, 200)
  const refused = await call(people.admin, 'POST', `permits/${pid}/restore`)
  assert.deepEqual(
    [refused.statusCode, refused.json<{ detail: string }>().detail],
    [409, 'Its client Marlow Roofing is deleted. Restore the client first.'],
  )
  assert.equal((await call(people.admin, 'POST', `rts/${rts}/restore`)).statusCode, 409)
  for (const path of [`orgs/${org}`, `permits/${pid}`, `rts/${rts}`]) {
    const restored = await call(people.admin, 'POST', `${path}/restore`)
    assert.equal(restored.statusCode, 200, restored.body)
  }
})

test('after 30 days a deleted record and its notes are purged; its history and newer deleted records remain', async () => {
  await purgeDeleted({ ...portal.deps, clock: { now: () => new Date('2030-01-01') } })
  const [old, young, living] = [await permit('Old'), await permit('Young'), await permit('Living')]
  await call(people.team, 'POST', `permits/${old}/notes`, { body: { content: 'last words' } })
  await call(people.admin, 'DELETE', `permits/${old}`)
  await call(people.admin, 'DELETE', `permits/${young}`)
  await portal.deps.database.query(
    "update permits set deleted_at = deleted_at + interval '1 hour' where pid = $1",
    [young],
  )
  portal.clock.pass(30 * 86_400_000)
  assert.equal(await purgeDeleted(portal.deps), 0)
  portal.clock.pass(1)
  const [one, other] = await Promise.all([purgeDeleted(portal.deps), purgeDeleted(portal.deps)])
  assert.equal(one + other, 1)
  const rows = await portal.deps.database.query(
    'select pid from permits where pid = any($1::text[]) order by seq',
    [[old, young, living]],
    z.object({ pid: z.string() }),
  )
  assert.deepEqual(
    rows.map(({ pid }) => pid),
    [young, living],
  )
  assert.deepEqual(await portal.deps.database.query('select 1 from notes where record_pid = $1', [old]), [])
  const texts = await portal.deps.database.query(
    'select 1 from permits_text x where not exists (select 1 from permits t where t.seq = x.seq)',
    [],
  )
  assert.deepEqual(texts, [])
  assert.notEqual((await portal.deps.database.query('select 1 from history where pid = $1', [old])).length, 0)
})

test('a purge that finds no record is no write of any table', async () => {
  const writes = async () => {
    const text = 'select coalesce(sum(writes), 0)::int as writes from record_writes'
    return portal.deps.database.query(text, [], z.object({ writes: z.number() }))
  }
  const before = await writes()
  assert.equal(await purgeDeleted(portal.deps), 0)
  assert.deepEqual(await writes(), before)
})
