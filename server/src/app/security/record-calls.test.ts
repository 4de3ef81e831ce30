import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

// Items 34 to 39 and 46 to 58 of the security checklist, each with the attack it names. Some of them have
// more detailed tests in other files as well.

let portal: TestApp
let people: Record<Role, Person>
let permit: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  const body = { title: 'Sign over the door', org: people.client.org, permitType: 'SIGN', city: 'Elgin' }
  permit = (await portal.crud(people.admin, { apiPath: 'permits', method: 'POST', body })).json<{
    pid: string
  }>().pid
})
after(() => portal.close())

const get = (person: Person, apiPath: string, query?: unknown) =>
  portal.crud(person, { apiPath, method: 'GET', ...(query === undefined ? {} : { query }) })

async function refused(
  person: Person,
  call: object,
  status: number,
  name: string | RegExp = '',
): Promise<void> {
  const response = await portal.crud(person, call)
  assert.equal(
    response.statusCode,
    status,
    `${JSON.stringify(call)} -> ${response.statusCode} ${response.body.slice(0, 300)}`,
  )
  assert.match(
    response.body,
    name instanceof RegExp ? name : new RegExp(name.replaceAll(/[$.*?()[\]\\^|+{}]/g, String.raw`\$&`)),
  )
}

const rowCounts = async () =>
  (
    await portal.deps.database.query(
      'select (select count(*) from permits) as permits, (select count(*) from users) as users',
      [],
      z.object({ permits: z.number(), users: z.number() }),
    )
  )[0]

test('34: a client cannot read the lists of users and organizations', async () => {
  for (const collection of ['users', 'orgs']) {
    assert.equal((await get(people.client, collection)).statusCode, 403)
    assert.equal((await get(people.client, `${collection}/search`, { searchToken: 'a' })).statusCode, 403)
    assert.equal(
      (await get(people.client, 'count', { collection, aggregate: [{ count: 'total' }] })).statusCode,
      403,
    )
  }
})

test('35: the team can neither read users nor change or reset the configuration', async () => {
  assert.equal((await get(people.team, 'users')).statusCode, 403)
  const { body: before } = await get(people.admin, 'config')
  await refused(
    people.team,
    { apiPath: 'config', method: 'PATCH', body: { version: 1, limits: { bulkRecords: 1 } } },
    403,
  )
  await refused(people.team, { apiPath: 'config/reset', method: 'POST' }, 403)
  assert.equal((await get(people.admin, 'config')).body, before)
})

test('36: a visible menu entry grants no access, and a hidden one closes its page', async () => {
  const config = await currentConfiguration(portal.deps)
  Object.assign(config.roles.team.pages, { '/users': true, '/payments': false })
  const saved = await portal.crud(people.superadmin, { apiPath: 'config', method: 'PATCH', body: config })
  assert.equal(saved.statusCode, 200, saved.body)
  const { pages } = (await portal.send({ method: 'GET', url: '/api/auth/me' }, people.team)).json<{
    pages: Record<string, boolean>
  }>()
  assert.equal(pages['/payments'], false)
  assert.equal((await get(people.team, 'users')).statusCode, 403)
})

test('39: fields that the caller may not write are refused by name and keep their values', async () => {
  const { body: before } = await get(people.admin, `permits/${permit}`)
  for (const name of [
    'pid',
    'createdAt',
    'createdBy',
    'ownerId',
    'role',
    'refNo',
    'bucket',
    'deletedAt',
    'seq',
  ]) {
    await refused(
      people.admin,
      { apiPath: `permits/${permit}`, method: 'PATCH', body: { [name]: 'x' } },
      400,
      name,
    )
  }
  await refused(
    people.client,
    { apiPath: `permits/${permit}`, method: 'PATCH', body: { assignedTo: people.client.pid } },
    403,
  )
  assert.equal((await get(people.admin, `permits/${permit}`)).body, before)
})

test('46: an apiPath that leaves the records is refused, and the server sends no request', async () => {
  const { fetch } = globalThis
  const asked: unknown[] = []
  globalThis.fetch = async (...request: Parameters<typeof fetch>) => {
    asked.push(request[0])
    return fetch(...request)
  }
  try {
    for (const apiPath of [
      '../api/auth/me',
      'permits/../../etc/passwd',
      '//evil.example/x',
      'https://evil.example/x',
      'permits/%2e%2e%2fusers',
      '__proto__/x',
    ]) {
      const { statusCode } = await get(people.superadmin, apiPath)
      assert.ok(statusCode === 400 || statusCode === 404, `${apiPath} -> ${statusCode}`)
    }
  } finally {
    globalThis.fetch = fetch
  }
  assert.deepEqual(asked, [])
})

test('47: other methods, lower-case methods and lists of methods are refused', async () => {
  for (const method of ['PUT', 'OPTIONS', 'get', 'TRACE', ['GET'], { method: 'GET' }, null, '']) {
    await refused(people.superadmin, { apiPath: 'permits', method }, 400, 'method')
  }
})

test('48: operators of other query languages are refused by name', async () => {
  for (const operator of ['$where', '$function', '$expr', '$regex', '$ne', 'regex', 'raw']) {
    await refused(
      people.team,
      { apiPath: 'permits', method: 'GET', query: { filter: { title: { [operator]: '1' } } } },
      400,
      operator,
    )
    await refused(
      people.team,
      { apiPath: 'permits', method: 'GET', query: { filter: { [operator]: '1' } } },
      400,
      operator,
    )
  }
})

test('49: a field name with a quote, a comment, a NUL or a path is refused', async () => {
  for (const name of [
    "title'",
    'title"',
    'title;',
    'title--',
    'title\u0000',
    'org.secret',
    'custom.none',
    't.title',
    '"title"',
    'title)',
  ]) {
    for (const query of [{ filter: { [name]: 'x' } }, { sort: name }, { fields: name }, { [name]: 'x' }]) {
      assert.equal((await get(people.team, 'permits', query)).statusCode, 400, JSON.stringify(query))
    }
    assert.equal((await get(people.team, 'permits/groups', { groupBy: name })).statusCode, 400, name)
  }
})

test('50: a value that looks like SQL is treated as text', async () => {
  const before = await rowCounts()
  for (const value of [
    "'); drop table permits; --",
    "' or '1'='1",
    '1; delete from users',
    '%',
    String.raw`\'; select 1`,
  ]) {
    for (const query of [{ filter: { title: value } }, { filter: { title: { contains: value } } }]) {
      const response = await get(people.team, 'permits', query)
      assert.deepEqual(
        [response.statusCode, response.json<{ metadata: { count: number } }>().metadata.count],
        [200, 0],
        JSON.stringify(query),
      )
    }
    assert.equal((await get(people.team, 'permits/search', { searchToken: value })).statusCode, 200)
    assert.equal(
      (
        await portal.crud(people.team, {
          apiPath: `permits/${permit}`,
          method: 'PATCH',
          body: { title: value },
        })
      ).statusCode,
      200,
    )
    assert.equal((await get(people.team, `permits/${permit}`)).json<{ title: string }>().title, value)
  }
  assert.deepEqual(await rowCounts(), before)
})

test('51: sorting by a hidden or unknown field, or by more than five, is refused', async () => {
  for (const sort of [
    'seq',
    'deletedAt',
    'nonsense',
    'title,nonsense',
    'pid,version,createdAt,updatedAt,title,city',
  ]) {
    await refused(people.team, { apiPath: 'permits', method: 'GET', query: { sort } }, 400, 'sort')
  }
  await refused(
    people.client,
    { apiPath: 'permits', method: 'GET', query: { sort: 'assignedTo' } },
    400,
    'sort',
  )
})

test('52: invalid pages are refused, and a page far beyond the end is empty', async () => {
  for (const page of [-1, 0, 'abc', 1.5, null])
    await refused(people.team, { apiPath: 'permits', method: 'GET', query: { page } }, 400, 'page')
  for (const pageSize of [0, -1, 100_000])
    await refused(people.team, { apiPath: 'permits', method: 'GET', query: { pageSize } }, 400, 'pageSize')
  const far = await get(people.team, 'permits', { page: 1_000_000_000 })
  assert.deepEqual([far.statusCode, far.json<{ permits: unknown[] }>().permits], [200, []])
})

test('53: stages of an aggregation other than match and count are refused', async () => {
  for (const stage of [
    { $lookup: { from: 'users' } },
    { lookup: {} },
    { $out: 'x' },
    { project: { title: 1 } },
    { $match: {} },
  ]) {
    await refused(
      people.team,
      {
        apiPath: 'count',
        method: 'GET',
        query: { collection: 'permits', aggregate: [stage, { count: 'total' }] },
      },
      400,
      'aggregate',
    )
  }
})

test('54: filters deeper than five levels or above fifty terms, and bodies over 1 MB, are refused', async () => {
  const nested = (levels: number): object => (levels === 0 ? { title: 'x' } : { and: [nested(levels - 1)] })
  assert.equal((await get(people.team, 'permits', { filter: nested(4) })).statusCode, 200)
  assert.equal((await get(people.team, 'permits', { filter: nested(6) })).statusCode, 400)
  assert.equal(
    (
      await get(people.team, 'permits', {
        filter: { or: Array.from({ length: 51 }, (_, at) => ({ title: `${at}` })) },
      })
    ).statusCode,
    400,
  )
  assert.equal(
    (await get(people.team, 'permits', { filter: { title: 'x'.repeat(1_100_000) } })).statusCode,
    413,
  )
})

test('55: search words that would hang a backtracking matcher are treated as plain words', async () => {
  for (const searchToken of [
    `${'a'.repeat(180)}!`,
    '(a+)+$'.repeat(20),
    `${'%a'.repeat(90)}`,
    `${'\\'.repeat(190)}`,
  ]) {
    // A backtracking matcher would practically never finish, so any response proves that none is used.
    assert.equal((await get(people.team, 'permits/search', { searchToken })).statusCode, 200, searchToken)
    assert.equal(
      (await get(people.team, 'permits', { filter: { title: { contains: searchToken } } })).statusCode,
      200,
      searchToken,
    )
  }
})

test('56: prototype keys are refused and change no object', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const payload of [
    '{"apiPath":"permits","method":"GET","query":{"__proto__":{"polluted":1}}}',
    '{"apiPath":"permits","method":"GET","query":{"filter":{"constructor":{"prototype":{"polluted":1}}}}}',
    `{"apiPath":"permits/${permit}","method":"PATCH","body":{"__proto__":{"polluted":1}}}`,
    `{"apiPath":"permits/${permit}","method":"PATCH","body":{"constructor":{"prototype":{"polluted":1}}}}`,
  ]) {
    assert.equal(
      (await portal.send({ method: 'POST', url: '/api/crud', headers, payload }, people.team)).statusCode,
      400,
      payload,
    )
  }
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('57: an object or a list in place of a text is refused', async () => {
  for (const value of [{ $ne: null }, { ne: {} }, [[]], { eq: { gt: '' } }]) {
    assert.equal(
      (await get(people.team, 'permits', { filter: { pid: value } })).statusCode,
      400,
      JSON.stringify(value),
    )
    assert.equal((await get(people.team, 'permits', { pid: value })).statusCode, 400, JSON.stringify(value))
  }
  for (const title of [{ $ne: null }, ['x'], 5, true])
    await refused(
      people.team,
      { apiPath: `permits/${permit}`, method: 'PATCH', body: { title } },
      400,
      'title',
    )
  await refused(people.team, { apiPath: { $ne: null }, method: 'GET' }, 400, 'apiPath')
})

test('58: values of columns that are not fields, or hidden from the caller, are not returned', async () => {
  for (const name of ['token_hash', 'password', 'search', 'seq', 'deleted_at', 'custom']) {
    const { statusCode } = await get(people.superadmin, `users/fields/${name}`)
    assert.ok(statusCode === 400 || statusCode === 403, `${name} -> ${statusCode}`)
  }
  const masked = await get(people.client, 'permits/fields/assignedTo')
  assert.ok(masked.statusCode === 400 || masked.statusCode === 403)
})
