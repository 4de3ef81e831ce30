import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Problem, collectionNames, collections, isWritableField } from '@portal/contract'
import type { CollectionName, Field, Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { bodyOf, sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
})
after(() => portal.close())

interface BadCall {
  call: unknown
  /** What the refusal must name, in its detail or in the path of one of its errors. */
  names: string
  statuses?: readonly number[]
}

/** Raw JSON text, because an object literal cannot have the key `__proto__`. */
const raw = (json: string): unknown => ({ raw: json })
const rawOf = (call: unknown): string | null =>
  typeof call === 'object' && call !== null && 'raw' in call && typeof call.raw === 'string' ? call.raw : null
const deep = (levels: number): object => (levels === 0 ? { title: 'x' } : { and: [deep(levels - 1)] })
/** Deeply nested JSON, which overflows the stack of a recursive parser. */
const nestedWithoutEnd = [
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"and":['.repeat(20_000)}{}${']}'.repeat(20_000)}`,
]

function badQueries(collection: CollectionName): BadCall[] {
  const get = (query: object, names: string, apiPath = `/${collection}`): BadCall => ({
    call: { apiPath, method: 'GET', query },
    names,
  })
  const pages = [-1, 0, 1.5, 'abc', '1', 2_147_483_648, 1e300, null, {}, []].map((page) =>
    get({ page }, 'page'),
  )
  const sizes = [-1, 0, 1.5, 'abc', 1001, null].map((pageSize) => get({ pageSize }, 'pageSize'))
  const fields = [
    'nonsense',
    '__proto__x',
    'constructor',
    'toString',
    'hasOwnProperty',
    'deletedAt',
    'seq',
    'created_at',
    'pid;',
    "title'",
  ]
  return [
    ...pages,
    ...sizes,
    ...fields.flatMap((name) => [
      get({ filter: { [name]: 'x' } }, name),
      get({ [name]: 'x' }, name),
      get({ sort: name }, name),
      get({ sort: `-${name}` }, name),
      get({ fields: `pid,${name}` }, name),
    ]),
    get({ sort: 'createdAt,-createdAt' }, 'sort'),
    get({ sort: 'pid,version,createdAt,updatedAt,createdBy,updatedBy' }, 'sort'),
    get({ sort: 5 }, 'sort'),
    get({ match: 'some' }, 'match'),
    get({ deleted: 'yes' }, 'deleted'),
    get({ filter: 'pid' }, 'filter'),
    get({ filter: ['pid'] }, 'filter'),
    get({ filter: { pid: { regex: '.*' } } }, 'regex'),
    get({ filter: { pid: { $ne: null } } }, '$ne'),
    get({ filter: { pid: { eq: { ne: 1 } } } }, 'pid'),
    get({ filter: { pid: {} } }, 'pid'),
    get({ filter: { pid: { isEmpty: 'x' } } }, 'isEmpty'),
    get({ filter: { pid: { between: ['a'] } } }, 'between'),
    get({ filter: { pid: { in: 'a' } } }, 'in'),
    get({ filter: { pid: 'a\u0000b' } }, 'pid'),
    get({ filter: { pid: '\ud800' } }, 'pid'),
    get({ filter: { createdAt: 'yesterday' } }, 'createdAt'),
    get({ filter: { createdAt: { within: 'soon' } } }, 'within'),
    get({ filter: { createdAt: { contains: 'x' } } }, 'contains'),
    get({ filter: { createdAt: '2026-02-30' } }, 'createdAt'),
    get({ filter: { version: 'one' } }, 'version'),
    get({ filter: { version: 1.5 } }, 'version'),
    get({ filter: { version: { gt: 2_147_483_648 } } }, 'version'),
    get({ filter: { createdBy: { gt: 'x' } } }, 'gt'),
    get({ filter: { and: {} } }, 'and'),
    get({ filter: { or: [1] } }, 'or'),
    get({ filter: deep(6) }, 'nested'),
    get({ filter: { and: Array.from({ length: 51 }, () => ({})) } }, '50 conditions'),
    ...nestedWithoutEnd.map((nested) => ({
      call: raw(`{"apiPath":"${collection}","method":"GET","query":{"filter":${nested}}}`),
      names: 'nested',
    })),
    get({ filter: { or: Array.from({ length: 51 }, () => ({ pid: 'x' })) } }, '50 conditions'),
    get({ filter: { pid: { in: Array.from({ length: 1001 }, () => 'x') } } }, '1000'),
    get({}, 'searchToken', `/${collection}/search`),
    get({ searchToken: 5 }, 'searchToken', `/${collection}/search`),
    get({ searchToken: { $gt: '' } }, 'searchToken', `/${collection}/search`),
    get({ searchToken: 'x'.repeat(201) }, 'searchToken', `/${collection}/search`),
    get({ searchToken: 'x'.repeat(1_000_000) }, 'searchToken', `/${collection}/search`),
    get({ searchToken: 'x', nonsense: 1 }, 'nonsense', `/${collection}/search`),
    get({ searchToken: 'x', scope: 'everything' }, 'scope', `/${collection}/search`),
    get({ searchToken: 'x', page: -1 }, 'page', `/${collection}/search`),
    get({}, 'nonsense', `/${collection}/fields/nonsense`),
    get({}, '__proto__', `/${collection}/fields/__proto__`),
    get({ limit: 0 }, 'limit', `/${collection}/fields/createdAt`),
    get({ filter: { nonsense: 1 } }, 'nonsense', `/${collection}/fields/createdAt`),
    {
      call: raw(`{"apiPath":"${collection}","method":"GET","query":{"filter":{"__proto__":{"x":1}}}}`),
      names: '__proto__',
    },
    {
      call: raw(`{"apiPath":"${collection}","method":"GET","query":{"constructor":{"prototype":{"x":1}}}}`),
      names: 'prototype',
    },
    ...['match', 'group', 'nonsense'].map((stage): BadCall => {
      const aggregate =
        stage === 'match'
          ? [{ match: { nonsense: 1 } }, { count: 'total' }]
          : [{ [stage]: {} }, { count: 'total' }]
      return {
        call: { apiPath: 'count', method: 'GET', query: { collection, aggregate } },
        names: stage === 'match' ? 'nonsense' : 'aggregate',
      }
    }),
    {
      call: { apiPath: 'count', method: 'GET', query: { collection, aggregate: [{ match: {} }] } },
      names: 'aggregate',
    },
    {
      call: { apiPath: 'count', method: 'GET', query: { collection, aggregate: [{ count: 'sum' }] } },
      names: 'aggregate',
    },
  ]
}

/** Groups, lookup, global search, and the lists that belong to a record. */
function badFinding(collection: CollectionName, pid: string): BadCall[] {
  const get = (apiPath: string, query: object, names: string, statuses?: readonly number[]): BadCall => ({
    call: { apiPath, method: 'GET', query },
    names,
    ...(statuses === undefined ? {} : { statuses }),
  })
  const groups = (query: object, names: string) => get(`${collection}/groups`, query, names)
  const [by, record] = [{ groupBy: 'createdAt' }, `${collection}/${pid}`]
  const note = (method: string, body: unknown, names: string, statuses?: readonly number[]): BadCall => ({
    call: { apiPath: `${record}/notes${method === 'POST' ? '' : '/NOSUCHNOTE'}`, method, body },
    names,
    ...(statuses === undefined ? {} : { statuses }),
  })
  return [
    groups({}, 'groupBy'),
    groups({ groupBy: '' }, 'groupBy'),
    groups({ groupBy: ',' }, 'groupBy'),
    groups({ groupBy: ['createdAt'] }, 'groupBy'),
    groups({ groupBy: 'createdAt,updatedAt,createdBy,updatedBy' }, 'groupBy'),
    groups({ groupBy: 'createdAt,createdAt' }, 'createdAt'),
    ...['nonsense', '__proto__', 'constructor', 'seq', 'custom', 'created_at', "pid'"].flatMap((name) => [
      groups({ groupBy: name }, name),
      groups({ groupBy: `createdAt,${name}` }, name),
      groups({ ...by, sum: name }, name),
      groups({ ...by, sort: name, lines: true }, name),
      groups({ ...by, filter: { [`${name}x`]: 1 } }, name),
    ]),
    groups({ ...by, sum: 'createdAt' }, 'createdAt'),
    groups({ ...by, sum: 5 }, 'sum'),
    groups({ ...by, match: 'some' }, 'match'),
    groups({ ...by, scope: 'everything' }, 'scope'),
    groups({ ...by, nonsense: 1 }, 'nonsense'),
    groups({ ...by, searchToken: 'x'.repeat(201) }, 'searchToken'),
    groups({ ...by, lines: 'yes' }, 'lines'),
    groups({ ...by, page: 1 }, 'lines'),
    groups({ ...by, open: 'all' }, 'lines'),
    ...[0, -1, 1.5, '1', 2_147_483_648].map((page) => groups({ ...by, lines: true, page }, 'page')),
    ...['some', [[]], [[{}]], [['a', 'b', 'c', 'd']], [1]].map((open) =>
      groups({ ...by, lines: true, open }, 'open'),
    ),
    get(`${collection}/lookup`, { limit: 0 }, ...lookupRefusal(collection, 'limit')),
    get(`${collection}/lookup`, { searchToken: 5 }, ...lookupRefusal(collection, 'searchToken')),
    get(`${collection}/lookup`, { nonsense: 1 }, ...lookupRefusal(collection, 'nonsense')),
    get('search', {}, 'searchToken'),
    get('search', { searchToken: 5 }, 'searchToken'),
    get('search', { searchToken: 'x', nonsense: 1 }, 'nonsense'),
    ...[0, -1, 1.5, '1', 2_147_483_648].map((page) => get(`${record}/history`, { page }, 'page')),
    get(`${record}/history`, { pageSize: 1001 }, 'pageSize'),
    get(`${record}/history`, { nonsense: 1 }, 'nonsense'),
    ...['notes', 'history', 'related', 'counts'].flatMap((part) =>
      ['NOSUCHPID', '__proto__', 'x'.repeat(64)].map((unknown) =>
        get(`${collection}/${unknown}/${part}`, {}, unknown, [404]),
      ),
    ),
    ...[undefined, null, [], 'text'].map((body) => note('POST', body, 'body')),
    note('POST', {}, 'content'),
    note('POST', { content: '' }, 'content'),
    note('POST', { content: ' ' }, 'content'),
    note('POST', { content: 5 }, 'content'),
    note('POST', { content: 'a\u0000b' }, 'content'),
    note('POST', { content: 'x'.repeat(20_001) }, 'content'),
    note('POST', { content: 'x', visibility: 'ALL' }, 'visibility'),
    note('POST', { content: 'x', nonsense: 1 }, 'nonsense'),
    note('PATCH', { content: 'x' }, 'NOSUCHNOTE', [404]),
    note('DELETE', undefined, 'NOSUCHNOTE', [404]),
    { call: { apiPath: `${record}/notes`, method: 'DELETE' }, names: 'DELETE' },
    { call: { apiPath: `${record}/restore`, method: 'GET' }, names: 'GET' },
    { call: { apiPath: `${record}/restore`, method: 'POST' }, names: pid, statuses: [404] },
    {
      call: { apiPath: `${collection}/NOSUCHPID/restore`, method: 'POST' },
      names: 'NOSUCHPID',
      statuses: [404],
    },
  ]
}

/** Collections that no reference points to have no lookup. */
function lookupRefusal(collection: CollectionName, names: string): [string, readonly number[]] {
  const { table } = collections[collection]
  const isReferredTo = Object.values(collections).some((declaration) =>
    Object.values<Field>(declaration.fields).some(
      (declared) => declared.to === table && isWritableField(declared, { role: 'superadmin' }),
    ),
  )
  return isReferredTo ? [names, [400]] : [collection, [403]]
}

function badWrites(collection: CollectionName, pid: string): BadCall[] {
  const writes = (body: unknown, names: string, statuses?: readonly number[]): BadCall[] => [
    {
      call: { apiPath: `${collection}/${pid}`, method: 'PATCH', body },
      names,
      ...(statuses === undefined ? {} : { statuses }),
    },
    ...(collection === 'processed'
      ? []
      : [
          {
            call: { apiPath: collection, method: 'POST', body },
            names,
            ...(statuses === undefined ? {} : { statuses }),
          },
        ]),
  ]
  return [
    ...writes(undefined, 'body'),
    ...writes(null, 'body'),
    ...writes([], 'body'),
    ...writes('text', 'body'),
    ...writes({ nonsense: 1 }, 'nonsense'),
    ...writes({ toString: 1 }, 'toString'),
    ...writes({ pid: 'X' }, 'pid'),
    ...writes({ createdAt: '2026-01-01T00:00:00.000Z' }, 'createdAt'),
    ...writes({ custom: { x: 1 } }, 'custom'),
    ...nestedWithoutEnd.map((nested) => ({
      call: raw(`{"apiPath":"${collection}/${pid}","method":"PATCH","body":{"title":${nested}}}`),
      names: 'nested',
    })),
    { call: { apiPath: `${collection}/${pid}`, method: 'PATCH', body: { version: 'x' } }, names: 'version' },
    { call: { apiPath: `${collection}/${pid}`, method: 'PATCH', body: { version: 0 } }, names: 'version' },
    {
      call: raw(`{"apiPath":"${collection}/${pid}","method":"PATCH","body":{"__proto__":{"x":1}}}`),
      names: '__proto__',
    },
    ...['NOSUCHPID', '__proto__', 'x'.repeat(64)].flatMap((unknown): BadCall[] => [
      { call: { apiPath: `${collection}/${unknown}`, method: 'GET' }, names: unknown, statuses: [404] },
      {
        call: { apiPath: `${collection}/${unknown}`, method: 'PATCH', body: {} },
        names: unknown,
        statuses: [404],
      },
      { call: { apiPath: `${collection}/${unknown}`, method: 'DELETE' }, names: unknown, statuses: [404] },
    ]),
    { call: { apiPath: collection, method: 'PUT' }, names: 'method' },
    { call: { apiPath: collection, method: 'PATCH', body: {} }, names: 'patch' },
    { call: { apiPath: collection, method: 'DELETE' }, names: 'body' },
    { call: { apiPath: `${collection}/${pid}`, method: 'POST', body: {} }, names: 'POST' },
    { call: { apiPath: `${collection}/${pid}/nonsense`, method: 'GET' }, names: 'nonsense' },
  ]
}

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
