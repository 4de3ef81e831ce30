import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { History, Notes } from '@portal/contract'
import type { Role } from '@portal/contract'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let own: SampleOrganization
let foreign: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  own = await sampleOrganization(portal, people.superadmin, 'own')
  foreign = await sampleOrganization(portal, people.superadmin, 'foreign')
})
after(() => portal.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (as: Person, method: Method, apiPath: string, rest: object = {}) =>
  portal.crud(as, { apiPath, method, ...rest })

async function notes(as: Person, method: Method, apiPath: string, body?: unknown) {
  const response = await call(as, method, apiPath, { body })
  assert.ok(response.statusCode < 300, response.body)
  return Notes.parse(response.json()).notes
}

async function history(as: Person, apiPath: string, query: object = {}) {
  const response = await call(as, 'GET', `${apiPath}/history`, { query })
  assert.equal(response.statusCode, 200, response.body)
  return History.parse(response.json())
}

async function permitWithNotes(): Promise<{ path: string; internal: string; shared: string }> {
  const made = await call(people.team, 'POST', 'permits', {
    body: { title: 'Noted', org: own.org, permitType: 'SIGN' },
  })
  const path = `permits/${made.json<{ pid: string }>().pid}`
  const [internal] = await notes(people.team, 'POST', `${path}/notes`, { content: 'among ourselves' })
  const both = await notes(people.team, 'POST', `${path}/notes`, { content: 'for you', visibility: 'CLIENT' })
  return { path, internal: internal?.pid ?? '', shared: both[1]?.pid ?? '' }
}

test('staff read all notes of a record, oldest first, with their authors; a client reads those marked for clients', async () => {
  const { path } = await permitWithNotes()
  const all = await notes(people.admin, 'GET', `${path}/notes`)
  assert.deepEqual(
    all.map(({ content, visibility, author }) => [content, visibility, author?.title]),
    [
      ['among ourselves', 'INTERNAL', people.team.name],
      ['for you', 'CLIENT', people.team.name],
    ],
  )
  const shared = await notes(own.client, 'GET', `${path}/notes`)
  assert.deepEqual(
    shared.map(({ content }) => content),
    ['for you'],
  )
})

test('a note of a client is always visible to both sides', async () => {
  const { path } = await permitWithNotes()
  const written = await notes(own.client, 'POST', `${path}/notes`, {
    content: ' Please hurry. ',
    visibility: 'INTERNAL',
  })
  const last = written.at(-1)
  assert.deepEqual(
    [last?.content, last?.visibility, last?.author?.pid],
    ['Please hurry.', 'CLIENT', own.client.pid],
  )
  const changed = await notes(own.client, 'PATCH', `${path}/notes/${last?.pid}`, { visibility: 'INTERNAL' })
  assert.equal(changed.at(-1)?.visibility, 'CLIENT')
})

test('41: only its author changes a note; its author or an administrator deletes it', async () => {
  const { path, shared } = await permitWithNotes()
  const other = await portal.given.user({ role: 'team' })
  for (const person of [other, people.admin, own.client]) {
    assert.equal(
      (await call(person, 'PATCH', `${path}/notes/${shared}`, { body: { content: 'taken over' } }))
        .statusCode,
      403,
    )
  }
  for (const person of [other, own.client])
    assert.equal((await call(person, 'DELETE', `${path}/notes/${shared}`)).statusCode, 403)
  const changed = await notes(people.team, 'PATCH', `${path}/notes/${shared}`, { content: 'for all of you' })
  assert.equal(changed.find(({ pid }) => pid === shared)?.content, 'for all of you')
  assert.deepEqual(
    (await notes(people.admin, 'DELETE', `${path}/notes/${shared}`)).map(({ pid }) => pid),
    (await notes(people.team, 'GET', `${path}/notes`)).map(({ pid }) => pid),
  )
  assert.equal(
    (await call(people.team, 'PATCH', `${path}/notes/${shared}`, { body: { content: 'again' } })).statusCode,
    404,
  )
})

test('internal notes and notes of another record are not found by a client', async () => {
  const { path, internal, shared } = await permitWithNotes()
  for (const method of ['PATCH', 'DELETE'] as const) {
    assert.equal(
      (await call(own.client, method, `${path}/notes/${internal}`, { body: { content: 'x' } })).statusCode,
      404,
    )
    assert.equal(
      (
        await call(people.team, method, `permits/${own.pids.permits}/notes/${shared}`, {
          body: { content: 'x' },
        })
      ).statusCode,
      404,
    )
    assert.equal(
      (await call(foreign.client, method, `${path}/notes/${shared}`, { body: { content: 'x' } })).statusCode,
      404,
    )
  }
  assert.equal((await call(foreign.client, 'GET', `${path}/notes`)).statusCode, 404)
  assert.equal(
    (await call(foreign.client, 'POST', `${path}/notes`, { body: { content: 'x' } })).statusCode,
    404,
  )
  assert.equal((await call(people.team, 'GET', `users/${own.client.pid}/notes`)).statusCode, 403)
})

test('history lists every note to staff and visible notes to a client; it does not repeat a deleted note', async () => {
  const { path, shared } = await permitWithNotes()
  const texts = (changes: History['changes']) =>
    changes.filter(({ action }) => action === 'note').map((entry) => entry.changes[0]?.to)
  assert.deepEqual(texts((await history(people.team, path)).changes), ['for you', 'among ourselves'])
  const forClient = await history(own.client, path)
  assert.deepEqual(texts(forClient.changes), ['for you'])
  assert.equal(forClient.metadata.count, forClient.changes.length)
  await notes(people.team, 'PATCH', `${path}/notes/${shared}`, { visibility: 'INTERNAL' })
  assert.doesNotMatch(JSON.stringify(await history(own.client, path)), /for you|among ourselves/)
  assert.deepEqual(texts((await history(people.team, path)).changes), [
    'for you',
    'for you',
    'among ourselves',
  ])
})

test('history is paged, newest first, with references by name and without fields masked for the reader', async () => {
  const made = await call(people.team, 'POST', 'permits', {
    body: { title: 'Traced', org: own.org, permitType: 'SIGN' },
  })
  const path = `permits/${made.json<{ pid: string }>().pid}`
  await call(people.team, 'PATCH', path, { body: { assignedTo: people.team.pid, priority: 'URGENT' } })
  await call(people.admin, 'PATCH', path, { body: { title: 'Traced twice', priority: 'HIGH' } })
  const all = await history(people.team, path)
  assert.deepEqual(
    all.changes.map(({ action, by }) => [action, by?.title]),
    [
      ['update', people.admin.name],
      ['update', people.team.name],
      ['create', people.team.name],
    ],
  )
  assert.deepEqual(
    all.changes[1]?.changes.find(({ field }) => field === 'assignedTo'),
    { field: 'assignedTo', from: null, to: { pid: people.team.pid, title: people.team.name } },
  )
  assert.deepEqual(all.changes[2]?.changes.find(({ field }) => field === 'org')?.to, {
    pid: own.org,
    title: 'own Builders',
  })
  const second = await history(people.team, path, { page: 2, pageSize: 2 })
  assert.deepEqual(
    [second.changes, second.metadata],
    [all.changes.slice(2), { count: 3, page: 2, pageSize: 2 }],
  )
  const forClient = await history(own.client, path)
  assert.deepEqual(
    forClient.changes.map(({ action, changes }) => [
      action,
      changes.map(({ field }) => field).filter((field) => action === 'update' || field === 'priority'),
    ]),
    [
      ['update', ['title']],
      ['create', []],
    ],
  )
})

test('a client who takes over a permit does not see its earlier notes and history', async () => {
  const { path } = await permitWithNotes()
  portal.clock.pass(1_000)
  assert.equal((await call(people.admin, 'PATCH', path, { body: { org: foreign.org } })).statusCode, 200)
  const after = await history(foreign.client, path)
  assert.deepEqual(
    after.changes.map(({ action, changes }) => [action, changes]),
    [['update', [{ field: 'org', from: null, to: { pid: foreign.org, title: 'foreign Builders' } }]]],
  )
  assert.deepEqual(await notes(foreign.client, 'GET', `${path}/notes`), [])
})

test('a note reaches open pages within a second, an internal note only pages of staff', async () => {
  const { path } = await permitWithNotes()
  const pid = path.slice('permits/'.length)
  const [client, staff] = [
    await openStream(portal.app, await portal.given.cookieOf(own.client)),
    await openStream(portal.app, await portal.given.cookieOf(people.admin)),
  ]
  await notes(people.team, 'POST', `${path}/notes`, { content: 'quietly' })
  await notes(people.team, 'POST', `${path}/notes`, { content: 'aloud', visibility: 'CLIENT' })
  const told = { collection: 'permits', pid, action: 'note', version: 1 }
  assert.deepEqual((await client.next('record')).data, told)
  assert.deepEqual([(await staff.next('record')).data, (await staff.next('record')).data], [told, told])
  // The note for both sides also alerts the client's people.
  assert.equal((await client.next('alert')).event, 'alert')
  assert.deepEqual(client.rest(), [])
  client.close()
  staff.close()
})

test('an open page of a client receives the deletion of their own record and of no other', async () => {
  const [mine, other] = [
    await openStream(portal.app, await portal.given.cookieOf(own.client)),
    await openStream(portal.app, await portal.given.cookieOf(foreign.client)),
  ]
  const draft = await call(own.client, 'POST', 'permits', { body: { title: 'Draft', permitType: 'SIGN' } })
  const { pid } = draft.json<{ pid: string }>()
  assert.deepEqual((await mine.next('record')).data, {
    collection: 'permits',
    pid,
    action: 'create',
    version: 1,
  })
  assert.equal((await call(own.client, 'DELETE', `permits/${pid}`)).statusCode, 200)
  assert.deepEqual((await mine.next('record')).data, {
    collection: 'permits',
    pid,
    action: 'delete',
    version: 2,
  })
  assert.deepEqual(other.rest(), [])
  mine.close()
  other.close()
})

test('a client’s note alerts the responsible staff or else administrators; an answer alerts the client’s people', async () => {
  const org = people.client.org ?? ''
  const made = await call(people.team, 'POST', 'permits', {
    body: { title: 'Asked about', org, permitType: 'SIGN', assignedTo: people.team.pid },
  })
  const { pid } = made.json<{ pid: string }>()
  const heard = async (as: Person) => {
    const response = await call(as, 'GET', 'alerts', {
      query: { filter: { relatedPid: pid, kind: 'NOTE_MENTION' } },
    })
    return response
      .json<{ alerts: { title: string; message: string }[] }>()
      .alerts.map(({ title, message }) => `${title.split(':')[0] ?? ''}, ${message}`)
  }
  const [fromClient, fromOffice] = ['Note from the client, Asked about', 'Note from the office, Asked about']
  await notes(people.client, 'POST', `permits/${pid}/notes`, { content: 'When do we pay?' })
  assert.deepEqual(
    [await heard(people.team), await heard(people.client), await heard(people.admin)],
    [[fromClient], [], []],
  )
  await notes(people.team, 'POST', `permits/${pid}/notes`, { content: 'among ourselves' })
  assert.deepEqual(await heard(people.client), [])
  const written = await notes(people.team, 'POST', `permits/${pid}/notes`, {
    content: 'On Monday.',
    visibility: 'CLIENT',
  })
  assert.deepEqual(await heard(people.client), [fromOffice])
  const inner = written.find(({ content }) => content === 'among ourselves')?.pid ?? ''
  await notes(people.team, 'PATCH', `permits/${pid}/notes/${inner}`, { visibility: 'CLIENT' })
  assert.deepEqual(await heard(people.client), [fromOffice, fromOffice])
  const { version } = (await call(people.team, 'GET', `permits/${pid}`)).json<{ version: number }>()
  assert.equal(
    (await call(people.team, 'PATCH', `permits/${pid}`, { body: { assignedTo: null, version } })).statusCode,
    200,
  )
  await notes(people.client, 'POST', `permits/${pid}/notes`, { content: 'Thank you.' })
  assert.deepEqual(await heard(people.admin), [fromClient])
})
