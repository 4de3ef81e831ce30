import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Mentionable, Notes, maxMentions, mentionText } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let own: SampleOrganization
let foreign: SampleOrganization
let colleague: Person
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  own = await sampleOrganization(portal, people.superadmin, 'own')
  foreign = await sampleOrganization(portal, people.superadmin, 'foreign')
  colleague = await portal.given.user({ role: 'client', org: own.org, name: 'Carla Colleague' })
})
after(() => portal.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (as: Person, method: Method, apiPath: string, rest: object = {}) =>
  portal.crud(as, { apiPath, method, ...rest })

async function newPermit(): Promise<{ pid: string; path: string }> {
  const made = await call(people.team, 'POST', 'permits', {
    body: { title: 'Discussed', org: own.org, permitType: 'SIGN' },
  })
  const { pid } = made.json<{ pid: string }>()
  return { pid, path: `permits/${pid}/notes` }
}

const mentioning = (person: Person, name = person.name) => mentionText({ pid: person.pid, title: name })

/** Titles of the alerts about the record that the person has. */
async function alertsOf(as: Person, pid: string): Promise<string[]> {
  const response = await call(as, 'GET', 'alerts', { query: { filter: { relatedPid: pid } } })
  return response.json<{ alerts: { title: string }[] }>().alerts.map(({ title }) => title.replace(/:.*/, ''))
}

test('a mention alerts the person, under their real name, once', async () => {
  const { pid, path } = await newPermit()
  const response = await call(people.team, 'POST', path, {
    body: { content: `Please check, ${mentioning(people.admin, 'The boss')} ${mentioning(people.admin)}` },
  })
  const [note] = Notes.parse(response.json()).notes
  assert.equal(note?.content, `Please check, ${mentioning(people.admin)} ${mentioning(people.admin)}`)
  assert.deepEqual(await alertsOf(people.admin, pid), ['You were mentioned in a note'])
  assert.deepEqual(await alertsOf(people.superadmin, pid), [])
})

test('an edited note alerts only the people it newly mentions', async () => {
  const { pid, path } = await newPermit()
  const created = await call(people.team, 'POST', path, { body: { content: mentioning(people.admin) } })
  const note = Notes.parse(created.json()).notes[0]?.pid ?? ''
  const content = `${mentioning(people.admin)} and ${mentioning(people.superadmin)}`
  assert.equal((await call(people.team, 'PATCH', `${path}/${note}`, { body: { content } })).statusCode, 200)
  assert.equal((await alertsOf(people.admin, pid)).length, 1)
  assert.deepEqual(await alertsOf(people.superadmin, pid), ['You were mentioned in a note'])
})

test('a mentioned client gets one alert for a shared note, and their colleagues the usual one', async () => {
  const { pid, path } = await newPermit()
  const body = { content: `Could you sign, ${mentioning(colleague)}?`, visibility: 'CLIENT' }
  assert.equal((await call(people.team, 'POST', path, { body })).statusCode, 201)
  assert.deepEqual(await alertsOf(colleague, pid), ['You were mentioned in a note'])
  assert.deepEqual(await alertsOf(own.client, pid), ['Note from the office'])
})

test('who cannot read the note cannot be mentioned, and nothing is written', async () => {
  const { path } = await newPermit()
  const unknown = { pid: '01J00000000000000000000000', name: 'Nobody' }
  const refused = async (as: Person, content: string, visibility: string) => {
    const response = await call(as, 'POST', path, { body: { content, visibility } })
    return [response.statusCode, response.json<{ detail: string }>().detail]
  }
  const sentence = (name: string) => [400, `${name} can’t read this note. Remove the mention.`]
  assert.deepEqual(await refused(people.team, mentioning(colleague), 'INTERNAL'), sentence(colleague.name))
  assert.deepEqual(
    await refused(people.team, mentioning(foreign.client), 'CLIENT'),
    sentence(foreign.client.name),
  )
  assert.deepEqual(
    await refused(people.team, mentionText({ ...unknown, title: unknown.name }), 'INTERNAL'),
    sentence('Nobody'),
  )
  // For a client, staff and people who do not exist read the same.
  assert.deepEqual(await refused(own.client, mentioning(people.team), 'CLIENT'), sentence(people.team.name))
  const many = Array.from({ length: maxMentions + 1 }, (_, index) =>
    mentionText({ pid: `01J${String(index).padStart(23, '0')}`, title: 'P' }),
  )
  assert.equal((await refused(people.team, many.join(' '), 'INTERNAL'))[0], 400)
  const { notes } = Notes.parse((await call(people.team, 'GET', path)).json())
  assert.deepEqual(notes, [])
})

test('people are offered by the beginning of a name: readers of the note, never the author', async () => {
  const { pid } = await newPermit()
  const offered = async (as: Person, query: object) => {
    const response = await call(as, 'GET', `permits/${pid}/mentionable`, { query })
    return response.statusCode === 200
      ? Mentionable.parse(response.json()).people.map(({ pid: person }) => person)
      : response.statusCode
  }
  const staff = await offered(people.team, { visibility: 'INTERNAL' })
  assert.ok(Array.isArray(staff) && staff.includes(people.admin.pid) && !staff.includes(people.team.pid))
  assert.ok(!staff.includes(own.client.pid))
  assert.deepEqual(await offered(people.team, { visibility: 'CLIENT', searchToken: 'colL' }), [colleague.pid])
  assert.deepEqual(await offered(people.team, { visibility: 'CLIENT', searchToken: 'arla' }), [])
  assert.deepEqual(await offered(people.team, { visibility: 'INTERNAL', searchToken: '100%_' }), [])
  assert.deepEqual(await offered(own.client, { visibility: 'INTERNAL' }), [colleague.pid])
  assert.equal(await offered(foreign.client, {}), 404)
  assert.equal(await offered(people.team, { visibility: 'EVERYBODY' }), 400)
})

test('a former colleague in an old note does not stop its author from editing it', async () => {
  const { path } = await newPermit()
  const leaver = await portal.given.user({ role: 'team', name: 'Lena Leaver' })
  const created = await call(people.team, 'POST', path, { body: { content: mentioning(leaver) } })
  const note = Notes.parse(created.json()).notes[0]?.pid ?? ''
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [leaver.pid])
  const content = `${mentioning(leaver)} did this`
  assert.equal((await call(people.team, 'PATCH', `${path}/${note}`, { body: { content } })).statusCode, 200)
})
