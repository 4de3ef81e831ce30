import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let pid: string

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  const body = { title: 'First title', org: await portal.given.org(), permitType: 'SIGN' }
  const made = await portal.crud(people.team, { apiPath: 'permits', method: 'POST', body })
  assert.equal(made.statusCode, 201, made.body)
  pid = made.json<{ pid: string }>().pid
  // From now on the sessions are known, as those of people who have worked a while.
  await Promise.all([people.team, people.admin, people.client].map(list))
})
after(() => portal.close())

interface Page {
  permits: { title: string }[]
  metadata: { count: number }
}
const filter = { permitType: 'SIGN', court: 'OURS' }
const list = (person: Person) =>
  portal.crud(person, { apiPath: 'permits', method: 'GET', query: { filter, sort: 'title' } })
const rename = async (title: string) => {
  const call = { apiPath: `permits/${pid}`, method: 'PATCH', body: { title } }
  assert.equal((await portal.crud(people.team, call)).statusCode, 200)
}

/** Undoes what a test has replaced. */
let giveBack = (): void => undefined
afterEach(() => giveBack())

/**
 * Keeps the result of the first page back until `release` is called. `pages` counts statements of pages, and
 * `untilAsked` waits until so many calls have asked for a page.
 */
function holdFirstPage() {
  const { database, runningPages } = portal.deps
  const { query } = database
  const { runNext } = runningPages
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  const held = {
    reached: reached.promise,
    release: released.resolve,
    pages: 0,
    async untilAsked(count: number) {
      for (let tries = 0; tries < 2_000 && asked < count; tries += 1) await wait(5)
      assert.equal(asked, count)
    },
  }
  async function holding(...given: Parameters<typeof query>) {
    const rows = await query.apply(database, given)
    if (!given[0].includes('string_agg(p.line')) return rows
    held.pages += 1
    if (held.pages === 1) {
      reached.resolve()
      await released.promise
    }
    return rows
  }
  Object.assign(database, { query: holding })
  Object.assign(runningPages, {
    runNext(...given: Parameters<typeof runNext>) {
      asked += 1
      return runNext.apply(runningPages, given)
    },
  })
  giveBack = () => {
    released.resolve()
    Object.assign(database, { query })
    Object.assign(runningPages, { runNext })
  }
  return held
}

test('a page many people ask for at once is read twice, with the writes before each question', async () => {
  await rename('Old title')
  const held = holdFirstPage()
  const first = list(people.team)
  await held.reached
  await rename('New title')
  const later = Array.from({ length: 15 }, (_, at) => list(at % 2 === 0 ? people.team : people.admin))
  await held.untilAsked(16)
  held.release()
  const titles = async (asked: ReturnType<typeof list>) => {
    const response = await asked
    assert.equal(response.statusCode, 200, response.body)
    const { permits, metadata } = response.json<Page>()
    return { titles: permits.map(({ title }) => title), count: metadata.count }
  }
  assert.deepEqual(await titles(first), { titles: ['Old title'], count: 1 })
  for (const asked of later) assert.deepEqual(await titles(asked), { titles: ['New title'], count: 1 })
  assert.equal(held.pages, 2)
})

test('a page is shared by those alone who see the same rows', async () => {
  const held = holdFirstPage()
  const first = list(people.team)
  await held.reached
  const other = await list(people.client)
  held.release()
  assert.equal((await first).json<Page>().permits.length, 1)
  assert.deepEqual(other.json<Page>(), { permits: [], metadata: { count: 0, page: 1, pageSize: 50 } })
})

test('whose session ends while a page is read for many gets 401', async () => {
  const held = holdFirstPage()
  const first = list(people.team)
  await held.reached
  await portal.deps.database.query('delete from sessions where user_pid = $1', [people.admin.pid])
  const ended = list(people.admin)
  const stayed = list(people.team)
  await held.untilAsked(3)
  held.release()
  assert.deepEqual(
    (await Promise.all([first, ended, stayed])).map(({ statusCode }) => statusCode),
    [200, 401, 200],
  )
})
