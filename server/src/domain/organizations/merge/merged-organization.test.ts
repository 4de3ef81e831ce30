import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
async function finish(started: Record<string, unknown>): Promise<void> {
  const { job } = z.object({ job: z.object({ id: z.string() }) }).parse(started)
  assert.equal((await endOfJob(portal, people.admin, job.id)).state, 'done')
}

const condition = { text: 'Bond', kind: 'PRIOR_TO_SUBMIT', severity: 'REQUIRED' }
const note = { content: 'Hello', visibility: 'INTERNAL' }
const addFolder = async (org: string, name: string) =>
  (
    await portal.send(
      {
        method: 'POST',
        url: '/api/aws/createFile',
        payload: { parentId: `orgs/${org}`, name, mimeType: 'folder', visibility: 'INTERNAL' },
      },
      people.admin,
    )
  ).statusCode

test('conditions, notes and files of a merged organization are closed to writing, and open again after the undo', async () => {
  const losing = await portal.given.org({ name: 'Acme Building' })
  const into = await portal.given.org({ name: 'Acme Group' })
  const { notes } = z
    .object({ notes: z.array(z.object({ pid: z.string() })) })
    .parse(await ask(people.admin, 'POST', `orgs/${losing}/notes`, note, 201))
  await finish(await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into }, 202))
  const written = [
    ['POST', `orgs/${losing}/notes`, note],
    ['PATCH', `orgs/${losing}/notes/${notes[0]?.pid ?? ''}`, { content: 'Changed' }],
    ['DELETE', `orgs/${losing}/notes/${notes[0]?.pid ?? ''}`, undefined],
    ['POST', `orgs/${losing}/conditions`, condition],
  ] as const
  for (const [method, path, body] of written) {
    const refused = await ask(people.admin, method, path, body, 409)
    assert.match(
      String(refused['detail']),
      /merged into another one and can’t be changed/,
      `${method} ${path}`,
    )
  }
  assert.equal(await addFolder(losing, 'Plans'), 409)
  assert.equal(await addFolder(into, 'Plans'), 201)

  await finish(await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 202))
  await ask(people.admin, 'POST', `orgs/${losing}/notes`, note, 201)
  await ask(people.admin, 'POST', `orgs/${losing}/conditions`, condition, 201)
  assert.equal(await addFolder(losing, 'Bonds'), 201)
})

test('saved views that filter on a merged organization filter on the surviving one, until the merge is undone', async () => {
  const losing = await portal.given.org({ name: 'Acme Building' })
  const into = await portal.given.org({ name: 'Acme Group' })
  const made = (name: string, filters: object) =>
    ask(people.team, 'POST', 'views', { collection: 'permits', name, visibility: 'mine', filters }, 201)
  const View = z.object({ pid: z.string(), filters: z.unknown(), version: z.number() })
  const views = [
    View.parse(await made('Acme', { org: losing })),
    View.parse(await made('Both', { or: [{ org: { in: [losing, into] } }, { title: losing.slice(1) }] })),
    View.parse(await made('Other', { org: into })),
  ]
  const filters = async () => {
    const rows = await portal.deps.database.query(
      `select state->'filters' as filters from views where pid = any($1::text[]) order by seq`,
      [views.map(({ pid }) => pid)],
      z.object({ filters: z.unknown() }),
    )
    return rows.map((row) => row.filters)
  }
  const former = await filters()
  await finish(await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into }, 202))
  assert.deepEqual(await filters(), [
    { org: into },
    { or: [{ org: { in: [into, into] } }, { title: losing.slice(1) }] },
    { org: into },
  ])
  const [, both] = views
  assert.ok(both)
  const changed = { filters: { priority: 'HIGH' } }
  await ask(people.team, 'PATCH', `views/${both.pid}`, changed)
  await finish(await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 202))
  assert.deepEqual(await filters(), [former[0], changed.filters, former[2]])
})
