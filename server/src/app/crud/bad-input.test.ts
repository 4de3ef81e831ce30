import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Problem, collectionNames } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { bodyOf, sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import { badFinding, badQueries, badWrites, rawOf } from './test-support/bad-calls.ts'
import type { BadCall } from './test-support/bad-calls.ts'

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
})
after(() => portal.close())

async function checkRefused({ call, names, statuses = [400] }: BadCall, as: Person): Promise<void> {
  const rawCall = rawOf(call)
  const payload = rawCall ?? JSON.stringify(call)
  const response = await portal.send(
    { method: 'POST', url: '/api/crud', headers: { 'content-type': 'application/json' }, payload },
    as,
  )
  const said = `${payload.slice(0, 200)} -> ${response.statusCode} ${response.body.slice(0, 300)}`
  assert.ok(statuses.includes(response.statusCode), said)
  assert.match(String(response.headers['content-type']), /^application\/problem\+json/, said)
  const problem = Problem.parse(response.json())
  const told = [
    problem.detail,
    ...(problem.errors ?? []).map((error) => `${error.path} ${error.detail}`),
  ].join(' ')
  assert.ok(told.includes(names), `${said} names ${names}`)
}

for (const collection of collectionNames) {
  test(`every invalid query of ${collection} is refused and named in the error`, async () => {
    for (const bad of badQueries(collection)) await checkRefused(bad, people.superadmin)
  })
  test(`every invalid write to ${collection} and to its related lists is refused and named in the error`, async () => {
    const as = collection === 'alerts' ? { ...people.superadmin } : people.superadmin
    const pid =
      collection === 'alerts'
        ? (
            await portal.crud(as, {
              apiPath: 'alerts',
              method: 'POST',
              body: bodyOf('alerts', { org: sample.org, user: as.pid, permit: '' }, 'own'),
            })
          ).json<{ pid: string }>().pid
        : sample.pids[collection]
    for (const bad of [...badWrites(collection, pid), ...badFinding(collection, pid)])
      await checkRefused(bad, as)
  })
}

test('46: an apiPath that is not the path of a call is refused', async () => {
  const paths = [
    '',
    '/',
    '//permits',
    'permits/',
    'permits//x',
    '../permits',
    'permits/../users',
    'permits/%2e%2e',
    'permits%2Fx',
    'http://evil.example/x',
    'permits?x=1',
    'permits#x',
    'permits\u0000',
    'permits\\x',
    ' permits',
    'PERMITS',
    'nonsense',
    '__proto__',
    'constructor',
    'x'.repeat(501),
  ]
  for (const apiPath of paths) {
    const response = await portal.crud(people.superadmin, { apiPath, method: 'GET' })
    assert.equal(response.statusCode, 400, `${apiPath} -> ${response.body}`)
    assert.ok(response.body.includes('apiPath'), response.body)
  }
})

test('47, 54: a call with unknown keys, a wrong type, too much data or invalid JSON is refused', async () => {
  const send = (payload: string, type = 'application/json') =>
    portal.send({ method: 'POST', url: '/api/crud', headers: { 'content-type': type }, payload }, people.team)
  assert.equal((await send('{"apiPath":"permits","method":"GET","nonsense":1}')).statusCode, 400)
  assert.equal((await send('{"apiPath":5,"method":"GET"}')).statusCode, 400)
  assert.equal((await send('{"apiPath":"permits"}')).statusCode, 400)
  for (const payload of ['[]', '']) {
    const response = await send(payload)
    assert.equal(response.statusCode, 400)
    assert.match(Problem.parse(response.json()).detail ?? '', /^Invalid input: expected object, received/)
  }
  assert.equal((await send('{')).statusCode, 400)
  assert.equal((await send('apiPath=permits', 'application/x-www-form-urlencoded')).statusCode, 415)
  assert.equal(
    (await send(JSON.stringify({ apiPath: 'permits', method: 'GET', query: { x: 'x'.repeat(1_100_000) } })))
      .statusCode,
    413,
  )
})

test('a search treats wildcards, NULs and lone surrogates as plain characters', async () => {
  for (const searchToken of [
    '%',
    '_',
    '%%%',
    'al%ha',
    'al_ha',
    '\\',
    "'",
    '"',
    '\u0000',
    'alpha\u0000',
    '\ud800',
    '-',
    '🙂'.repeat(20),
    'a b c d e f g h i j k l m n o p',
  ]) {
    const response = await portal.crud(people.team, {
      apiPath: 'permits/search',
      method: 'GET',
      query: { searchToken },
    })
    assert.equal(response.statusCode, 200, `${JSON.stringify(searchToken)} ${response.body}`)
    const { count } = response.json<{ metadata: { count: number } }>().metadata
    const words = searchToken.replaceAll(/[\u0000\ud800-]/g, '').trim()
    assert.equal(count, words === '' || words === 'alpha' ? 1 : 0, JSON.stringify(searchToken))
  }
  const contains = await portal.crud(people.team, {
    apiPath: 'permits',
    method: 'GET',
    query: { filter: { title: { contains: 'al%' } } },
  })
  assert.equal(contains.json<{ metadata: { count: number } }>().metadata.count, 0)
})

test('text that cannot be stored is refused in attributes, view names and added fields (contract.md 10.2)', async () => {
  const as = people.superadmin
  for (const bad of ['a\u0000', 'a\ud83d', '\u0007']) {
    const cases: [string, string, object][] = [
      [`permits/${sample.pids.permits}`, 'PATCH', { attributes: { workType: bad } }],
      [`permits/${sample.pids.permits}`, 'PATCH', { attributes: { [bad]: 'x' } }],
      [`permits/${sample.pids.permits}`, 'PATCH', { attributes: { drawings: [{ sheet: bad }] } }],
      ['permits', 'PATCH', { pids: [sample.pids.permits], patch: { attributes: { workType: bad } } }],
      ['views', 'POST', { name: bad, collection: 'permits' }],
      ['permits/fields', 'POST', { name: 'inspector', label: bad, type: 'text' }],
      [
        'permits/fields',
        'POST',
        { name: 'inspector', label: 'Inspector', type: 'enum', options: ['A', bad] },
      ],
    ]
    for (const [apiPath, method, body] of cases)
      await checkRefused({ call: { apiPath, method, body }, names: 'can’t be saved' }, as)
  }
})

test('numbers beyond the safe range and coordinates beyond the globe are refused (contract.md 2)', async () => {
  const cases: [object, string][] = [
    [{ lat: 91 }, 'lat is above 90'],
    [{ lat: -90.1 }, 'lat is below -90'],
    [{ lng: 180.5 }, 'lng is above 180'],
    [{ lng: -1e308 }, 'lng is below -180'],
    [{ valuation: 9_007_199_254_740_992 }, 'valuation is above 9007199254740991'],
    [{ revision: 1 }, 'revision'],
  ]
  for (const [body, names] of cases) {
    await checkRefused(
      { call: { apiPath: `permits/${sample.pids.permits}`, method: 'PATCH', body }, names },
      people.superadmin,
    )
  }
  const field = { name: 'storeys', label: 'Storeys', type: 'number' }
  assert.equal(
    (await portal.crud(people.superadmin, { apiPath: 'permits/fields', method: 'POST', body: field }))
      .statusCode,
    201,
  )
  await checkRefused(
    {
      call: {
        apiPath: `permits/${sample.pids.permits}`,
        method: 'PATCH',
        body: { custom: { storeys: 1e16 } },
      },
      names: 'storeys is above',
    },
    people.superadmin,
  )
})

test('an added field has no name of an object member, and only an enum has options (contract.md 10.2)', async () => {
  const add = (body: object, names: string) =>
    checkRefused({ call: { apiPath: 'permits/fields', method: 'POST', body }, names }, people.superadmin)
  for (const name of ['constructor', 'hasOwnProperty', 'toString', 'valueOf'])
    await add({ name, label: 'Anything', type: 'text' }, 'choose another')
  await add({ name: 'level', label: 'Level', type: 'enum' }, 'body.options')
  await add({ name: 'level', label: 'Level', type: 'text', options: ['A'] }, 'body.options')
})
