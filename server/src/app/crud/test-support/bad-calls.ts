import { collections, isWritableField } from '@portal/contract'
import type { CollectionName, Field } from '@portal/contract'

/** Calls of /api/crud that must be refused, and what each refusal must name. */

export interface BadCall {
  call: unknown
  /** What the refusal must name, in its detail or in the path of one of its errors. */
  names: string
  /** Statuses that may refuse it: 400 unless given. */
  statuses?: readonly number[]
}

const badRequest: readonly number[] = [400]

/** Raw JSON text, because an object literal cannot have the key `__proto__`. */
const raw = (json: string): unknown => ({ raw: json })
/** The text of such a call; null if the call is an object. */
export const rawOf = (call: unknown): string | null =>
  typeof call === 'object' && call !== null && 'raw' in call && typeof call.raw === 'string' ? call.raw : null
const deep = (levels: number): object => (levels === 0 ? { title: 'x' } : { and: [deep(levels - 1)] })
/** Deeply nested JSON, which overflows the stack of a recursive parser. */
const nestedWithoutEnd = [
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"and":['.repeat(20_000)}{}${']}'.repeat(20_000)}`,
]

/** Invalid queries of a collection. */
export function badQueries(collection: CollectionName): BadCall[] {
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
export function badFinding(collection: CollectionName, pid: string): BadCall[] {
  const get = (apiPath: string, query: object, names: string, statuses = badRequest): BadCall => ({
    call: { apiPath, method: 'GET', query },
    names,
    statuses,
  })
  const groups = (query: object, names: string) => get(`${collection}/groups`, query, names)
  const [by, record] = [{ groupBy: 'createdAt' }, `${collection}/${pid}`]
  const note = (method: string, body: unknown, names: string, statuses = badRequest): BadCall => ({
    call: { apiPath: `${record}/notes${method === 'POST' ? '' : '/NOSUCHNOTE'}`, method, body },
    names,
    statuses,
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

/** Invalid writes to a collection and to one of its records. */
export function badWrites(collection: CollectionName, pid: string): BadCall[] {
  const writes = (body: unknown, names: string): BadCall[] => [
    { call: { apiPath: `${collection}/${pid}`, method: 'PATCH', body }, names },
    ...(collection === 'processed' ? [] : [{ call: { apiPath: collection, method: 'POST', body }, names }]),
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
