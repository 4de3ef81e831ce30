import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { bodyOf, sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'

let portal: TestApp
let people: Record<Role, Person>
let alpha: SampleOrganization
let beta: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  alpha = await sampleOrganization(portal, people.superadmin, 'alpha')
  beta = await sampleOrganization(portal, people.superadmin, 'beta')
})
after(() => portal.close())

const patch = (as: Person, body: unknown, collection = 'permits') =>
  portal.crud(as, { apiPath: collection, method: 'PATCH', body })
const remove = (as: Person, body: unknown, collection = 'permits') =>
  portal.crud(as, { apiPath: collection, method: 'DELETE', body })
const get = async (pid: string, collection = 'permits') =>
  (await portal.crud(people.superadmin, { apiPath: `${collection}/${pid}`, method: 'GET' })).json()
const undo = (as: Person, id: string) => portal.send({ method: 'POST', url: `/api/jobs/${id}/undo` }, as)

async function permit(mark: string, org = alpha.org): Promise<string> {
  const made = await portal.crud(people.team, {
    apiPath: 'permits',
    method: 'POST',
    body: bodyOf('permits', { org, user: '', permit: '' }, mark),
  })
  return made.json<{ pid: string }>().pid
}

test('several records get the same values; each row is checked on its own, and refused rows are listed', async () => {
  const pids = [await permit('one'), await permit('two')]
  const response = await patch(people.team, {
    pids: [...pids, alpha.pids.processed, 'NOSUCHPID', pids[0]],
    patch: { priority: 'URGENT', city: 'Waco' },
  })
  assert.equal(response.statusCode, 200, response.body)
  const { updated, failed } = response.json()
  assert.equal(updated, 2)
  assert.deepEqual(
    failed.map((each: { pid: string }) => each.pid),
    [alpha.pids.processed, 'NOSUCHPID'],
  )
  assert.match(failed[0].reason, /closed/)
  assert.equal(failed[1].reason, 'not-found')
  for (const pid of pids) {
    const record = await get(pid)
    assert.deepEqual(
      [record.priority, record.city, record.version, record.updatedBy.pid],
      ['URGENT', 'Waco', 2, people.team.pid],
    )
  }
  const { rows } = await sql<{
    changes: unknown
  }>`select changes from history where pid = ${pids[0]} and action = 'update'`.execute(
    portal.deps.database.kysely,
  )
  assert.deepEqual(rows[0]?.changes, [
    { field: 'priority', from: 'NORMAL', to: 'URGENT' },
    { field: 'city', from: null, to: 'Waco' },
  ])
})

test('the reason of a row that was refused is in the language of whoever asked', async () => {
  const reader = await portal.given.user({ role: 'team' })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, reader)
  const changed = await patch(reader, { pids: [alpha.pids.processed], patch: { city: 'Waco' } })
  assert.match(changed.json().failed[0].reason, /^Este permiso está cerrado\./)
  const stepped = await portal.crud(reader, {
    apiPath: 'permits/transitions',
    method: 'POST',
    body: { pids: [await permit('paso')], to: 'ISSUED' },
  })
  assert.doesNotMatch(stepped.json().failed[0].reason, /\b(the|is|not|can)\b/i)
})

test('a filter or a search selects the records that the list shows', async () => {
  const pid = await permit('lighthouse')
  const found = await patch(people.team, {
    searchToken: 'lighthouse',
    filter: { priority: 'NORMAL' },
    patch: { priority: 'LOW' },
  })
  assert.equal(found.json().updated, 1, found.body)
  assert.equal((await get(pid)).priority, 'LOW')
  const none = await patch(people.team, {
    searchToken: 'lighthouse',
    filter: { priority: 'NORMAL' },
    patch: { priority: 'HIGH' },
  })
  assert.deepEqual([none.statusCode, none.json().updated, none.json().failed], [200, 0, []])
})

test('scope all selects the results of Search permits: open permits change, closed ones are refused row by row', async () => {
  const pid = await permit('harbour')
  const closed = await permit('harbour')
  await sql`update permits set status = 'ISSUED', bucket = 'processed' where pid = ${closed}`.execute(
    portal.deps.database.kysely,
  )
  const selection = { searchToken: 'harbour', filter: {}, scope: 'all' }
  const listed = await portal.crud(people.team, {
    apiPath: 'permits/search',
    method: 'GET',
    query: { searchToken: 'harbour', scope: 'all' },
  })
  assert.equal(listed.json().metadata.count, 2)

  const preview = await patch(people.team, { ...selection, patch: { city: 'Ghent' }, dryRun: true })
  const done = await patch(people.team, { ...selection, patch: { city: 'Ghent' } })
  for (const result of [preview, done]) {
    assert.deepEqual([result.statusCode, result.json().updated], [200, 1], result.body)
    assert.equal(result.json().failed[0].pid, closed)
    assert.match(result.json().failed[0].reason, /closed/)
  }
  assert.deepEqual([(await get(pid)).city, (await get(closed)).city], ['Ghent', null])
  const narrow = await patch(people.team, { searchToken: 'harbour', patch: { city: 'Bruges' }, dryRun: true })
  assert.deepEqual(narrow.json(), { updated: 1, failed: [] })

  const gone = await remove(people.admin, selection)
  const refused = gone.json().failed.map((each: { pid: string }) => each.pid)
  assert.equal(gone.json().deleted + refused.length, 2, gone.body)
  const own = await patch(alpha.client, { ...selection, patch: { title: 'Mine' }, dryRun: true })
  assert.deepEqual(own.json().updated, 0, own.body)
})

test('a dry run reports the result and changes nothing', async () => {
  const pid = await permit('dry')
  const response = await patch(people.team, {
    pids: [pid, 'NOSUCHPID'],
    patch: { city: 'Paris' },
    dryRun: true,
  })
  assert.deepEqual(response.json(), { updated: 1, failed: [{ pid: 'NOSUCHPID', reason: 'not-found' }] })
  assert.equal((await get(pid)).version, 1)
  const gone = await remove(people.admin, { pids: [pid], dryRun: true })
  assert.deepEqual(gone.json(), { deleted: 1, failed: [] })
  assert.equal((await get(pid)).version, 1)
})

test('an undo restores values that nobody changed since, works once, and only for the owner of the job', async () => {
  const [one, two] = [await permit('undo-one'), await permit('undo-two')]
  const done = await patch(people.team, { pids: [one, two], patch: { city: 'Paris' } })
  const { id } = done.json().job
  await portal.crud(people.admin, { apiPath: `permits/${two}`, method: 'PATCH', body: { city: 'Rome' } })
  assert.equal((await undo(people.admin, id)).statusCode, 404)
  const result = await undo(people.team, id)
  assert.equal(result.statusCode, 200, result.body)
  assert.equal(result.json().restored, 1)
  assert.deepEqual(result.json().failed, [{ pid: two, reason: 'Changed by someone else since.' }])
  assert.deepEqual([(await get(one)).city, (await get(two)).city], [null, 'Rome'])
  assert.equal((await undo(people.team, id)).statusCode, 409)
})

test('a bulk deletion is undone', async () => {
  const pids = [await permit('bin-one'), await permit('bin-two')]
  assert.equal((await remove(people.team, { pids })).statusCode, 403)
  const gone = await remove(people.admin, { pids })
  assert.deepEqual([gone.json().deleted, gone.json().failed], [2, []], gone.body)
  assert.equal(
    (await portal.crud(people.admin, { apiPath: `permits/${pids[0]}`, method: 'GET' })).statusCode,
    404,
  )
  const back = await undo(people.admin, gone.json().job.id)
  assert.equal(back.json().restored, 2, back.body)
  assert.equal((await get(pids[1] ?? '')).title, 'bin-two permit')
})

test('more than 500 rows continue as a job that only its owner can read', async () => {
  const { database } = portal.deps
  await sql`insert into permits (pid, ref_no, title, org, permit_type, status, bucket, city) select 'MASS' || n, 'PM-1999-' || n, 'Mass ' || n, ${alpha.org}, 'SIGN', 'NEW', 'processing', 'Old City'
    from generate_series(1, 1201) n`.execute(database.kysely)
  const started = await patch(people.team, { filter: { city: 'Old City' }, patch: { city: 'Mass City' } })
  assert.equal(started.statusCode, 202, started.body)
  const { id } = started.json().job
  const job = await endOfJob(portal, people.team, id)
  assert.deepEqual(
    [job.state, job.done, job.total, job.result],
    ['done', 1201, 1201, { updated: 1201, failed: [] }],
  )
  assert.equal((await portal.send({ method: 'GET', url: `/api/jobs/${id}` }, people.admin)).statusCode, 404)
  const count = (
    await portal.crud(people.team, { apiPath: 'permits', method: 'GET', query: { city: 'Mass City' } })
  ).json().metadata.count
  assert.equal(count, 1201)
  const back = await undo(people.team, id)
  assert.equal(back.statusCode, 202, back.body)
  const undone = await endOfJob(portal, people.team, back.json().job.id)
  assert.deepEqual(undone.result, { restored: 1201, failed: [] })
})

test('the owner’s open page gets the progress of a job; other pages are told to reload the collection', async () => {
  await sql`insert into permits (pid, ref_no, title, org, permit_type, status, bucket, city) select 'TOLD' || n, 'PM-1998-' || n, 'Told ' || n, ${alpha.org}, 'SIGN', 'NEW', 'processing', 'Untold City'
    from generate_series(1, 701) n`.execute(portal.deps.database.kysely)
  const [own, others] = [
    await openStream(portal.app, await portal.given.cookieOf(people.team)),
    await openStream(portal.app, await portal.given.cookieOf(people.admin)),
  ]
  const started = await patch(people.team, { filter: { city: 'Untold City' }, patch: { city: 'Told City' } })
  const { id } = started.json().job
  const expected = { id, total: 701 }
  const patientMs = 60_000
  assert.deepEqual((await own.next('job', patientMs)).data, { ...expected, state: 'running', done: 500 })
  assert.deepEqual((await own.next('job', patientMs)).data, { ...expected, state: 'done', done: 701 })
  assert.deepEqual((await others.next('record', patientMs)).data, {
    collection: 'permits',
    pid: '',
    action: 'bulk',
    version: 0,
  })
  await endOfJob(portal, people.team, id)
  assert.equal(
    others.rest().some(({ event }) => event === 'job'),
    false,
  )
  own.close()
  others.close()
})

test('40: a client cannot change another organization’s records, and learns nothing about them', async () => {
  const response = await patch(alpha.client, {
    pids: [beta.pids.permits, alpha.pids.permits],
    patch: { title: 'Mine' },
  })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().updated, 0)
  assert.equal(response.json().failed[0].reason, 'not-found')
  assert.notEqual(response.json().failed[1].reason, 'not-found')
  assert.equal((await get(beta.pids.permits)).title, 'beta permit')
  assert.equal(
    (await patch(alpha.client, { pids: [alpha.pids.permits], patch: { priority: 'LOW' } })).statusCode,
    400,
  )
  assert.equal(
    (await patch(alpha.client, { pids: [alpha.org], patch: { city: 'X' } }, 'orgs')).statusCode,
    403,
  )
  assert.equal(
    (await patch(alpha.client, { filter: { priority: 'LOW' }, patch: { title: 'X' } })).statusCode,
    400,
  )
})

test('the last superadmin keeps the role, even when one call changes all of them', async () => {
  const second = await portal.given.user({ role: 'superadmin' })
  const response = await patch(
    people.superadmin,
    { pids: [people.superadmin.pid, second.pid], patch: { role: 'admin' } },
    'users',
  )
  assert.equal(response.json().updated, 1, response.body)
  assert.equal(response.json().failed.length, 1)
  await sql`update users set role = 'superadmin' where pid = any(${[people.superadmin.pid, second.pid]})`.execute(
    portal.deps.database.kysely,
  )
})

test('a bulk change does not give a unique value to two records', async () => {
  const made = await Promise.all(
    ['u1', 'u2'].map(async (mark) =>
      (
        await portal.crud(people.admin, {
          apiPath: 'users',
          method: 'POST',
          body: bodyOf('users', { org: alpha.org, user: '', permit: '' }, mark),
        })
      ).json<{ pid: string }>(),
    ),
  )
  const response = await patch(
    people.admin,
    { pids: made.map(({ pid }) => pid), patch: { email: 'same@client.example' } },
    'users',
  )
  assert.equal(response.json().updated, 1, response.body)
  assert.match(response.json().failed[0].reason, /already exists/)
})

test('invalid bulk calls are answered with 400 and the name of the invalid part', async () => {
  const bodies: [unknown, string][] = [
    [undefined, 'body'],
    [[], 'body'],
    [{}, 'body'],
    [{ patch: { city: 'x' } }, 'pids'],
    [{ pids: [], patch: { city: 'x' } }, 'pids'],
    [{ pids: ['a'], filter: {}, patch: { city: 'x' } }, 'pids'],
    [{ pids: 'all', patch: { city: 'x' } }, 'pids'],
    [{ pids: [1], patch: { city: 'x' } }, 'pids'],
    [{ pids: Array.from({ length: 10_001 }, (_, n) => `P${n}`), patch: { city: 'x' } }, 'pids'],
    [{ pids: ['a'] }, 'patch'],
    [{ pids: ['a'], patch: {} }, 'patch'],
    [{ pids: ['a'], patch: { nonsense: 1 } }, 'nonsense'],
    [{ pids: ['a'], patch: { status: 'ISSUED' } }, 'status'],
    [{ pids: ['a'], patch: { version: 1 } }, 'version'],
    [{ pids: ['a'], patch: { org: 'NOSUCHORG' } }, 'org'],
    [{ pids: ['a'], patch: { targetDate: 'soon' } }, 'targetDate'],
    [{ pids: ['a'], patch: { city: 'x' }, dryRun: 'yes' }, 'dryRun'],
    [{ filter: { nonsense: 1 }, patch: { city: 'x' } }, 'nonsense'],
    [{ filter: {}, match: 'some', patch: { city: 'x' } }, 'match'],
    [{ searchToken: 5, patch: { city: 'x' } }, 'searchToken'],
    [{ filter: {}, scope: 'both', patch: { city: 'x' } }, 'scope'],
  ]
  for (const [body, names] of bodies) {
    const response = await patch(people.team, body)
    assert.equal(response.statusCode, 400, `${JSON.stringify(body)?.slice(0, 100)} ${response.body}`)
    assert.ok(response.body.includes(names), response.body)
  }
  assert.match(
    (await remove(people.admin, { filter: {}, scope: 'all' }, 'tasks')).json().detail,
    /body.scope: tasks has one scope/,
  )
  for (const body of [undefined, {}, { pids: [] }, { pids: ['a'], patch: {} }])
    assert.equal((await remove(people.admin, body)).statusCode, 400)
  assert.equal((await undo(people.team, 'NOSUCHJOB')).statusCode, 404)
  assert.equal((await portal.send({ method: 'GET', url: '/api/jobs/%00' }, people.team)).statusCode, 404)
})

test('a change of more records than the settings allow is refused with the limit, and nothing is written (contract.md 4)', async () => {
  const pids = [await permit('most-1'), await permit('most-2'), await permit('most-3')]
  const config = (await portal.crud(people.admin, { apiPath: 'config', method: 'GET' })).json()
  const limited = await portal.crud(people.admin, {
    apiPath: 'config',
    method: 'PATCH',
    body: { ...config, limits: { ...config.limits, bulkRecords: 2 } },
  })
  assert.equal(limited.statusCode, 200, limited.body)
  const three = { filter: { pid: { in: pids } } }
  const calls = [
    patch(people.team, { pids, patch: { city: 'Waco' } }),
    patch(people.team, { ...three, patch: { city: 'Waco' } }),
    patch(people.team, { ...three, patch: { city: 'Waco' }, dryRun: true }),
    remove(people.admin, { pids }),
  ]
  for (const result of await Promise.all(calls)) {
    assert.equal(result.statusCode, 400, result.body)
    assert.match(result.json().detail, /limited to 2 records/)
  }
  const { permits } = (
    await portal.crud(people.team, { apiPath: 'permits', method: 'GET', query: three })
  ).json()
  assert.deepEqual(
    permits.map(({ version, city }: { version: number; city: unknown }) => [version, city]),
    pids.map(() => [1, null]),
  )
  const two = await patch(people.team, { pids: pids.slice(0, 2), patch: { city: 'Waco' } })
  assert.equal(two.json().updated, 2, two.body)
})
