import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MergePreview } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.admin, 'POST', collection, body, 201))['pid'])
async function finish(started: Record<string, unknown>): Promise<void> {
  const { job } = z.object({ job: z.object({ id: z.string() }) }).parse(started)
  assert.equal((await endOfJob(portal, people.admin, job.id)).state, 'done')
}
const merge = async (losing: string, into: string) =>
  finish(await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into }, 202))
const undo = async (losing: string) =>
  finish(await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 202))

const Row = z.record(z.string(), z.unknown())
const query = (text: string, values: unknown[]) => portal.deps.database.query(text, values, Row)

/** Two organizations with a contact of one address each, and a permit and a task that name the losing one's. */
async function givenTwins() {
  const losing = await portal.given.org({ name: 'Acme Building' })
  const into = await portal.given.org({ name: 'Acme Group' })
  const address = `${losing}@acme.example`
  const contact = (org: string, name: string, email: string) =>
    make('contacts', { name, role: 'OWNER', org, email })
  const lost = await contact(losing, 'Al', address.toUpperCase())
  const kept = await contact(into, 'Albert', address)
  await contact(losing, 'Jo', `jo.${address}`)
  const permit = await make('permits', { title: 'Garage', org: losing, permitType: 'SIGN' })
  const task = await make('tasks', { title: 'Wait', permit, contact: lost })
  for (const role of ['OWNER', 'ARCHITECT'])
    await ask(people.team, 'POST', `permits/${permit}/people`, { contact: lost, role }, 201)
  // As on a permit that changed its client.
  await query(
    "insert into permit_people (pid, permit, contact, role, created_at) values ($1, $2, $3, 'OWNER', now())",
    [portal.deps.ids.pid(), permit, kept],
  )
  return { losing, into, lost, kept, permit, task }
}

/** Who waits, who has to do with the permit, and which contacts there are. */
const stateOf = async ({ losing, into, permit, task }: Awaited<ReturnType<typeof givenTwins>>) => ({
  task: await query('select contact from tasks where pid = $1', [task]),
  people: await query('select contact, role from permit_people where permit = $1 order by 2, 1', [permit]),
  contacts: await query(
    'select pid, org, name from contacts where org = any($1::text[]) and deleted_at is null order by 1',
    [[losing, into]],
  ),
})

test('of two contacts with one address that of the surviving organization stays, and tasks and permits follow it', async () => {
  const given = await givenTwins()
  const { losing, into, lost, kept } = given
  const response = await portal.crud(people.admin, {
    apiPath: `orgs/${losing}/merge`,
    method: 'GET',
    query: { into },
  })
  const preview = MergePreview.parse(response.json())
  assert.deepEqual([preview.sameContacts, preview.blockers], [1, []])
  const former = await stateOf(given)
  await merge(losing, into)
  const merged = await stateOf(given)
  assert.deepEqual(merged.task, [{ contact: kept }])
  assert.deepEqual(merged.people, [
    { contact: kept, role: 'ARCHITECT' },
    { contact: kept, role: 'OWNER' },
  ])
  const named = merged.contacts.map(({ name, org }) => `${String(name)} ${String(org)}`)
  assert.deepEqual(new Set(named), new Set([`Albert ${into}`, `Jo ${into}`]))
  await ask(people.team, 'GET', `contacts/${lost}`, undefined, 404)

  await undo(losing)
  assert.deepEqual(await stateOf(given), former)
  await ask(people.team, 'GET', `contacts/${lost}`)
})

test('the undo of a merge does without a contact that was deleted permanently since', async () => {
  const given = await givenTwins()
  const { losing, into, lost, kept } = given
  await merge(losing, into)
  await query('delete from contacts where pid = $1', [lost])
  await undo(losing)
  const after = await stateOf(given)
  assert.deepEqual(
    after.people.map(({ contact }) => contact),
    [kept, kept],
  )
  assert.deepEqual(after.task, [{ contact: kept }])
})
