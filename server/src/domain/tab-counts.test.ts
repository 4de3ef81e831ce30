import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  Conditions,
  Corrections,
  History,
  Notes,
  PermitPeople,
  RelatedRecords,
  TabCounts,
} from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { packagesIn } from './permits/test-support/packages.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, step, prepared } = packagesIn(
  () => portal,
  () => people,
)

const countsOf = async (path: string, person: Person) =>
  TabCounts.parse(await ask(person, 'GET', `${path}/counts`)).counts

async function fileWith(root: string, name: string, visibility: string): Promise<void> {
  await portal.deps.database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, store_key, created_at, updated_at)
      values ($1, $2, $3, 'application/pdf', 3, 'done', $4, 'k', now(), now())`,
    [portal.deps.ids.pid(), root, name, visibility],
  )
}

test('one request returns the count of each tab, as the tabs list them for the reader', async () => {
  const { permit, pack } = await prepared()
  await ask(people.team, 'PATCH', `permits/${permit}`, { assignedTo: people.admin.pid })
  for (const to of ['READY', 'SUBMITTED']) await step(`rts/${pack}`, to)
  const comments = [{ text: 'Show the scale' }, { text: 'Who owns the lot?', forClient: true }]
  await ask(
    people.team,
    'POST',
    `permits/${permit}/transitions`,
    { to: 'CORRECTIONS_REQUIRED', comments },
    200,
  )
  const path = `permits/${permit}`
  await ask(people.team, 'POST', `${path}/notes`, { content: 'For the office', visibility: 'INTERNAL' }, 201)
  await ask(people.team, 'POST', `${path}/notes`, { content: 'For everybody', visibility: 'CLIENT' }, 201)
  await ask(
    people.team,
    'POST',
    'tasks',
    { title: 'Call the city', relatedType: 'permits', relatedPid: permit },
    201,
  )
  const contact = await ask(
    people.team,
    'POST',
    'contacts',
    { name: 'Ada Reviewer', role: 'PLAN_REVIEWER' },
    201,
  )
  await ask(
    people.team,
    'POST',
    `${path}/people`,
    { contact: Object(contact).pid, role: 'PLAN_REVIEWER' },
    201,
  )
  await fileWith(`permits/${permit}`, 'Draft.pdf', 'INTERNAL')
  const before = await countsOf(path, people.client)
  await fileWith(`permits/${permit}`, 'Letter.pdf', 'CLIENT')

  for (const person of [people.team, people.client]) {
    const counts = await countsOf(path, person)
    const read = async (part: string) => ask(person, 'GET', `${path}/${part}`)
    assert.equal(counts['Notes'], Notes.parse(await read('notes')).notes.length)
    assert.equal(counts['History'], History.parse(await read('history')).metadata.count)
    assert.equal(counts['Related records'], RelatedRecords.parse(await read('related')).related.length)
    assert.equal(
      counts['Corrections'],
      Corrections.parse(await read('corrections')).corrections.filter(({ status }) => status === 'OPEN')
        .length,
    )
    assert.equal(
      counts['Conditions'],
      Conditions.parse(await read('conditions')).conditions.filter(({ status }) => status === 'OPEN').length,
    )
    assert.equal(counts['People'], PermitPeople.parse(await read('people')).people.length)
  }
  const [team, client] = [await countsOf(path, people.team), await countsOf(path, people.client)]
  assert.deepEqual([team['Notes'], client['Notes']], [2, 1], 'the office keeps its own notes to itself')
  assert.deepEqual([team['Corrections'], client['Corrections']], [2, 1])
  assert.deepEqual([team['People'], client['People']], [1, 0])
  assert.equal(
    client['Files'],
    Number(before['Files']) + 1,
    'a file for the office alone is counted to nobody else',
  )
  assert.equal(team['Files'], Number(client['Files']) + 1)
  assert.ok(Number(team['Documents']) > 0)
  assert.equal(
    (await countsOf(`rts/${pack}`, people.team))['Corrections'],
    2,
    'a package tells those of its permit',
  )
})

test('records of another organization and of modules that are off are not counted', async () => {
  const { permit } = await prepared()
  const stranger = await portal.given.user({ role: 'client' })
  await ask(stranger, 'GET', `permits/${permit}/counts`, undefined, 404)
  await ask(people.client, 'GET', `tasks/${permit}/counts`, undefined, 403)
})
