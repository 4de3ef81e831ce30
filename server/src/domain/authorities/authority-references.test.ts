import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CreatedPid, DistinctValues, Groups, History, RelatedRecords } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient, pidOf } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let org: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  org = people.client.org ?? assert.fail('a client has an organization')
})
after(() => portal.close())
const ask = apiClient(() => portal)

const Named = z.object({ pid: z.string(), title: z.string() }).nullable()
const Page = z.object({
  permits: z.array(z.looseObject({ pid: z.string(), authority: Named })),
  metadata: z.object({ count: z.number() }),
})

const agency = (name: string, shortCode: string) =>
  pidOf(ask(people.admin, 'POST', 'authorities', { name, shortCode }, 201))
const permit = (values: object = {}, as = people.team) =>
  pidOf(ask(as, 'POST', 'permits', { title: 'New roof', org, permitType: 'ROOFING', ...values }, 201))
const read = async (pid: string, as = people.team, collection = 'permits') =>
  Named.parse((await ask(as, 'GET', `${collection}/${pid}`))['authority'])

async function query(as: Person, apiPath: string, more: object = {}): Promise<unknown> {
  const response = await portal.crud(as, { apiPath, method: 'GET', query: more })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}
const list = async (filter: object, as = people.team, more: object = {}) =>
  Page.parse(await query(as, 'permits', { filter, ...more }))
const count = async (filter: object, as = people.team) => {
  const aggregate = [{ match: filter }, { count: 'total' }]
  const { total } = z
    .object({ total: z.number() })
    .parse(await query(as, 'count', { collection: 'permits', aggregate }))
  return total
}

test('a new agency is named by permits and their packages at once, by its record or its short code', async () => {
  const pid = await agency('Berlin Bauaufsicht', 'BERLIN')
  const title = 'Berlin Bauaufsicht'
  const one = await permit({ authority: pid })
  const other = await permit({ authority: 'BERLIN' })
  for (const made of [one, other]) {
    assert.deepEqual(await read(made), { pid, title })
    // Clients read the name on their permit and no record of agencies.
    assert.deepEqual(await read(made, people.client), { pid, title })
  }
  await ask(people.client, 'GET', `authorities/${pid}`, undefined, 403)
  const rts = await pidOf(ask(people.team, 'POST', 'rts', { permit: other }, 201))
  assert.deepEqual(await read(rts, people.team, 'rts'), { pid, title })
  const { changes } = History.parse(await ask(people.client, 'GET', `permits/${other}/history`))
  assert.deepEqual(changes[0]?.changes.find(({ field }) => field === 'authority')?.to, { pid, title })
  const { related } = RelatedRecords.parse(await ask(people.team, 'GET', `permits/${one}/related`))
  assert.ok(related.some((each) => each.collection === 'authorities' && each.pid === pid))
  await ask(people.team, 'PATCH', `permits/${one}`, { authority: 'TRAVIS_COUNTY' })
  assert.equal((await read(one))?.title, 'Travis County')
  await ask(people.team, 'PATCH', `permits/${one}`, { authority: null })
  assert.equal(await read(one), null)
})

test('a code of no agency and a deleted agency are refused where they are written', async () => {
  const pid = await agency('Closed office', 'CLOSED_OFFICE')
  const kept = await permit({ authority: pid })
  await ask(people.admin, 'DELETE', `authorities/${pid}`)
  for (const authority of ['NOWHERE', pid, 'CLOSED_OFFICE'])
    await ask(people.team, 'POST', 'permits', { title: 'Roof', org, permitType: 'ROOFING', authority }, 400)
  assert.equal((await read(kept))?.title, 'Closed office')
})

test('filters take records and codes alike, and lists, counts, groups and values agree', async () => {
  const pid = await agency('Aachen', 'AACHEN')
  const [one, two] = [await permit({ authority: pid }), await permit({ authority: 'AACHEN' })]
  const none = await permit()
  for (const as of [people.team, people.client]) {
    for (const name of [pid, 'AACHEN']) {
      for (const filter of [
        { authority: name },
        { authority: [name] },
        { authority: { in: [name, 'GONE'] } },
      ]) {
        const { permits, metadata } = await list(filter, as)
        assert.deepEqual(permits.map((each) => each.pid).toSorted(), [one, two].toSorted())
        assert.deepEqual([metadata.count, await count(filter, as)], [2, 2])
      }
      const others = await list({ authority: { ne: name } }, as, { pageSize: 100 })
      assert.ok(others.permits.some((each) => each.pid === none))
      assert.ok(others.permits.every((each) => each.authority?.pid !== pid))
      const withEmpty = await list({ authority: { in: [name, null] } }, as, { pageSize: 100 })
      assert.ok(withEmpty.permits.some((each) => each.pid === none))
    }
    assert.equal((await list({ authority: 'NOWHERE' }, as)).metadata.count, 0)
    const { values } = DistinctValues.parse(await query(as, 'permits/fields/authority'))
    const value = { pid, title: 'Aachen' }
    assert.deepEqual(
      values.find((each) => Named.parse(each.value)?.pid === pid),
      { value, count: 2, codes: ['AACHEN'] },
    )
    const { groups } = Groups.parse(await query(as, 'permits/groups', { groupBy: 'authority' }))
    assert.deepEqual(
      groups.find(({ key }) => Named.parse(key['authority'])?.pid === pid)?.key['authority'],
      value,
    )
    const sorted = await list({ authority: { isNotEmpty: true } }, as, { sort: 'authority', pageSize: 100 })
    const titles = sorted.permits.map(({ authority }) => String(authority?.title))
    assert.deepEqual(
      titles,
      titles.toSorted((a, other) => a.localeCompare(other)),
    )
    assert.equal(titles[0], 'Aachen')
  }
})

test('a count by a code is right again when the code goes to another agency', async () => {
  const first = await agency('First office', 'MOVING')
  await permit({ authority: first, priority: 'URGENT' })
  const filter = { authority: 'MOVING', priority: 'URGENT', court: { isNotEmpty: true } }
  assert.equal(await count(filter), 1)
  await ask(people.admin, 'PATCH', `authorities/${first}`, { shortCode: 'MOVED' })
  assert.equal(await count(filter), 1)
  await agency('Second office', 'MOVING')
  assert.equal(await count(filter), 0)
  assert.equal(await count({ ...filter, authority: 'MOVED' }), 1)
})

test('a saved view keeps the codes it holds, and many permits are changed by a code', async () => {
  const pid = await agency('Oslo', 'OSLO')
  const made = await permit()
  const changed = await ask(people.team, 'PATCH', 'permits', { pids: [made], patch: { authority: 'OSLO' } })
  assert.equal(changed['updated'], 1)
  assert.equal((await read(made))?.pid, pid)
  const filters = { authority: ['OSLO'] }
  const view = { name: 'Oslo', collection: 'permits', visibility: 'mine', filters, group: ['authority'] }
  const saved = await pidOf(ask(people.team, 'POST', 'views', view, 201))
  assert.deepEqual((await ask(people.team, 'GET', `views/${saved}`))['filters'], filters)
  await ask(people.team, 'PATCH', 'permits', { pids: [made], patch: { authority: 'NOWHERE' } }, 400)
})

test('a bulk change that the last release wrote with codes is undone', async () => {
  const made = await permit({ authority: 'AUSTIN_DSD' })
  const { job } = z
    .object({ job: z.object({ id: z.string() }) })
    .parse(await ask(people.team, 'PATCH', 'permits', { pids: [made], patch: { authority: 'AUSTIN_FIRE' } }))
  const written = [{ field: 'authority', from: 'AUSTIN_DSD', to: 'AUSTIN_FIRE' }]
  await portal.deps.database.query('update history set changes = $1::jsonb where job = $2', [
    JSON.stringify(written),
    job.id,
  ])
  const { changes } = History.parse(await ask(people.team, 'GET', `permits/${made}/history`))
  const [last] = changes[0]?.changes ?? []
  assert.deepEqual(
    [Named.parse(last?.from)?.title, Named.parse(last?.to)?.title],
    ['Austin Development Services', 'Austin Fire Department'],
  )
  const undone = await portal.send({ method: 'POST', url: `/api/jobs/${job.id}/undo` }, people.team)
  assert.deepEqual([undone.statusCode, undone.json().restored], [200, 1], undone.body)
  assert.equal((await read(made))?.title, 'Austin Development Services')
})

test('servers of the last release and of this one read what the other wrote', async () => {
  const { database } = portal.deps
  const Stored = z.object({ authority: z.string().nullable(), authority_pid: z.string().nullable() })
  const stored = async (pid: string) =>
    (await database.query('select authority, authority_pid from permits where pid = $1', [pid], Stored))[0]
  const fire = (
    await database.query('select pid from authorities where short_code = $1', ['AUSTIN_FIRE'], CreatedPid)
  )[0]
  const made = await permit({ authority: 'TEXAS_DMV' })
  assert.equal((await stored(made))?.authority, 'TEXAS_DMV')
  await database.query(`update permits set authority = 'AUSTIN_FIRE' where pid = $1`, [made])
  assert.deepEqual(await read(made), { pid: fire?.pid, title: 'Austin Fire Department' })
  await database.query('update permits set authority = null where pid = $1', [made])
  assert.equal(await read(made), null)
  await ask(people.admin, 'PATCH', `authorities/${fire?.pid}`, { shortCode: 'AFD' })
  await ask(people.team, 'PATCH', `permits/${made}`, { authority: 'AFD' })
  assert.deepEqual(await stored(made), { authority: 'AUSTIN_FIRE', authority_pid: fire?.pid })
  await ask(people.team, 'PATCH', `permits/${made}`, { authority: null })
  assert.deepEqual(await stored(made), { authority: null, authority_pid: null })
})

test('the documents that an agency asks for stay when its short code changes', async () => {
  const Checklist = z.array(z.looseObject({ documentType: z.string(), required: z.boolean() }))
  const required = async () => {
    const made = await permit({ authority: 'TRAVIS_COUNTY' })
    const rts = await pidOf(ask(people.team, 'POST', 'rts', { permit: made }, 201))
    const { checklist } = await ask(people.team, 'GET', `rts/${rts}`)
    return Checklist.parse(checklist).flatMap((item) => (item.required ? [item.documentType] : []))
  }
  const asked = await required()
  assert.ok(asked.includes('OWNER_AUTHORIZATION'))
  const { values } = DistinctValues.parse(await query(people.team, 'permits/fields/authority'))
  const travis = values.map(({ value }) => Named.parse(value)).find((each) => each?.title === 'Travis County')
  await ask(people.admin, 'PATCH', `authorities/${travis?.pid}`, { shortCode: 'TRAVIS' })
  assert.deepEqual(await required(), asked)
})
