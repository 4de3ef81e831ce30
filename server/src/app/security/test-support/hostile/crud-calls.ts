import { allFields, collectionNames, collections, operators } from '@portal/contract'
import type { CollectionName, Field } from '@portal/contract'
import type { SeedRandom } from '#domain/seed/random.ts'

/** Raw JSON values of every type that cannot be stored or compared. */
const hostileJson = [
  'null',
  'true',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u0007"',
  '"\\uffff"',
  '"__proto__"',
  '"%00"',
  '"%"',
  '"\\\\"',
  '"{}"',
  '"2026-02-30"',
  '"0000-12-31"',
  '"0001-01-01"',
  '"9999-12-31"',
  '"10000-01-01"',
  '"2026-11-22"',
  '"0001-01-01T00:00:00+12:00"',
  '"0001-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59-12:00"',
  '"9999-12-31T23:59:59.999Z"',
  '"9999-12-31T23:59:59.9999999999Z"',
  '"+010000-01-01T11:59:59.000Z"',
  '"-271821-04-20T00:00:00Z"',
  '"2026-11-22T24:00:00Z"',
  '"infinity"',
  '"now"',
  '"NaN"',
  '0',
  '-1',
  '1',
  '0.1',
  '1e-400',
  '1e15',
  '1e16',
  '1e308',
  '1e400',
  '-1e400',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '[]',
  '[null]',
  '[[]]',
  '["a",1]',
  '["a","a\\u0000"]',
  '{}',
  '{"__proto__":1}',
  '{"a":{"b":{"c":[]}}}',
  `"${'x'.repeat(501)}"`,
  `"${'x'.repeat(60_000)}"`,
  `"${'🙂'.repeat(300)}"`,
  `${'['.repeat(33)}${']'.repeat(33)}`,
  '"today"',
  '"overdue"',
  '"@me"',
] as const

const json = (text: string) => JSON.stringify(text)

/** An existing record of each collection. */
export type SamplePids = Readonly<Record<CollectionName, string>>

function fieldsOf(collection: CollectionName): [string, Field][] {
  const added: [string, Field][] = ['inspected', 'surveyed', 'area', 'bond', 'historic', 'color'].map(
    (name) => [`custom.${name}`, { type: 'text' }],
  )
  return [...Object.entries(allFields(collections[collection])), ...added]
}

function fieldName(random: SeedRandom, collection: CollectionName): string {
  if (random.chance(0.1))
    return random.pick([
      'pid',
      'version',
      'custom',
      '__proto__',
      'constructor',
      'seq',
      '',
      'custom.',
      'custom.none',
      'a\u0000',
    ])
  return random.pick(fieldsOf(collection))[0]
}

/** A value for a field: often of the field's type, otherwise any value. */
function valueOf(random: SeedRandom, declared: Field | undefined, pids: SamplePids): string {
  if (random.chance(0.3) && declared?.options !== undefined && declared.options.length > 0)
    return json(random.pick(declared.options).code)
  if (random.chance(0.3) && declared?.to !== undefined) return json(random.pick(Object.values(pids)))
  return random.pick(hostileJson)
}

function condition(random: SeedRandom, declared: Field | undefined, pids: SamplePids): string {
  const value = () => valueOf(random, declared, pids)
  if (random.chance(0.15)) return value()
  const operator = random.chance(0.9)
    ? random.pick(operators)
    : random.pick(['regex', '$ne', '__proto__', ''])
  const list = ['in', 'nin', 'between'].includes(operator) && random.chance(0.85)
  return `{${json(operator)}:${list ? `[${Array.from({ length: random.int(1, 3) }, value).join(',')}]` : value()}}`
}

function filter(random: SeedRandom, collection: CollectionName, pids: SamplePids, depth = 0): string {
  const known = new Map(fieldsOf(collection))
  const parts = Array.from({ length: random.int(1, 3) }, () => {
    if (depth < 2 && random.chance(0.15))
      return `${json(random.pick(['and', 'or']))}:[${filter(random, collection, pids, depth + 1)}]`
    const name = fieldName(random, collection)
    return `${json(name)}:${condition(random, known.get(name), pids)}`
  })
  return `{${parts.join(',')}}`
}

function record(random: SeedRandom, collection: CollectionName, pids: SamplePids): string {
  const fields = fieldsOf(collection).filter(
    ([name, { writer }]) => !name.startsWith('custom.') && writer !== 'system',
  )
  const own = Array.from({ length: random.int(1, 4) }, () => {
    const [name, declared] = random.pick(fields)
    return `${json(name)}:${valueOf(random, declared, pids)}`
  })
  const custom = `"custom":{${json(random.pick(['inspected', 'surveyed', 'area', 'bond', 'historic', 'color', 'none']))}:${random.pick(hostileJson)}}`
  const version = `"version":${random.pick(['1', '0', '-1', '1.5', '1e400', '"1"', '2147483648'])}`
  return `{${[...own, ...(random.chance(0.3) ? [custom] : []), ...(random.chance(0.1) ? [version] : [])].join(',')}}`
}

function listQuery(random: SeedRandom, collection: CollectionName, pids: SamplePids): string {
  const name = () => json(`${random.chance(0.3) ? '-' : ''}${fieldName(random, collection)}`)
  const parts = [
    `"filter":${filter(random, collection, pids)}`,
    `"sort":${name()}`,
    `"searchToken":${random.pick(hostileJson)}`,
    `"groupBy":${name()}`,
    `"sum":${name()}`,
    `"fields":${name()}`,
    `"page":${random.pick(['1', '2147483647', '1e400', '0', '"1"'])}`,
    `"pageSize":${random.pick(['1', '1000', '1001', '-1'])}`,
    `"limit":${random.pick(['1', '0', '1e9'])}`,
    '"lines":true',
    '"open":"all"',
    '"scope":"all"',
    '"match":"any"',
    '"deleted":true',
  ]
  return `{${parts.filter(() => random.chance(0.3)).join(',')}}`
}

/**
 * The body of a call of /api/crud that passes the first checks: it has an existing path and existing fields,
 * with values that are not acceptable.
 */
export function hostileCrudBody(random: SeedRandom, pids: SamplePids): string {
  const collection = random.pick(collectionNames)
  const pid = random.chance(0.9)
    ? pids[collection]
    : random.pick(['NOSUCHPID', '0'.repeat(26), 'a'.repeat(64)])
  const get = (path: string, query = listQuery(random, collection, pids)) =>
    `{"apiPath":${json(path)},"method":"GET","query":${query}}`
  const send = (method: string, path: string, body: string) =>
    `{"apiPath":${json(path)},"method":${json(method)},"body":${body}}`
  const patch = () => record(random, collection, pids)
  const calls: Readonly<Record<string, () => string>> = {
    list: () => get(collection),
    search: () =>
      get(
        `${collection}/search`,
        `{"searchToken":${random.pick(hostileJson)},"filter":${filter(random, collection, pids)}}`,
      ),
    groups: () =>
      get(
        `${collection}/groups`,
        `{"groupBy":${json(fieldName(random, collection))},"filter":${filter(random, collection, pids)}${random.chance(0.5) ? ',"lines":true,"open":"all"' : ''}${random.chance(0.5) ? `,"sum":${json(fieldName(random, collection))}` : ''}}`,
      ),
    values: () =>
      get(
        `${collection}/fields/${fieldName(random, collection)}`,
        `{"filter":${filter(random, collection, pids)}}`,
      ),
    sorted: () => get(collection, `{"sort":${json(fieldName(random, collection))}}`),
    filtered: () => get(collection, `{"filter":${filter(random, collection, pids)}}`),
    lookup: () => get(`${collection}/lookup`, `{"searchToken":${random.pick(hostileJson)}}`),
    count: () =>
      get(
        'count',
        `{"collection":${json(collection)},"aggregate":[{"match":${filter(random, collection, pids)}},{"count":"total"}]}`,
      ),
    everything: () => get('search', `{"searchToken":${random.pick(hostileJson)}}`),
    one: () =>
      get(
        `${collection}/${pid}${random.pick(['', '/notes', '/history', '/related', '/transitions', '/nonsense'])}`,
      ),
    create: () => send('POST', collection, patch()),
    patch: () => send('PATCH', `${collection}/${pid}`, patch()),
    bulk: () =>
      send(
        'PATCH',
        collection,
        `{"pids":[${json(pid)}],"dryRun":${random.pick(['true', 'false', '1'])},"patch":${patch()}}`,
      ),
    bulkByFilter: () =>
      send(
        'PATCH',
        collection,
        `{"filter":${filter(random, collection, pids)},"dryRun":true,"patch":${patch()}}`,
      ),
    remove: () => send('DELETE', collection, `{"filter":${filter(random, collection, pids)},"dryRun":true}`),
    note: () =>
      send(
        'POST',
        `${collection}/${pid}/notes`,
        `{"content":${random.pick(hostileJson)},"visibility":${random.pick(['"INTERNAL"', '"CLIENT"', 'null', '1'])}}`,
      ),
    step: () =>
      send(
        'POST',
        `${collection}/${pid}/transitions`,
        `{"to":${random.pick(['"SUBMITTED"', '"ON_HOLD"', '"ISSUED"', '"PAID"', '"DONE"', ...hostileJson])},"reason":${random.pick(hostileJson)},"authorityNumber":${random.pick(hostileJson)},"issuedDate":${random.pick(hostileJson)},"expiryDate":${random.pick(hostileJson)}}`,
      ),
    view: () =>
      send(
        'POST',
        'views',
        `{"name":${random.pick(hostileJson)},"collection":${json(collection)},"visibility":${random.pick(['"ME"', '"EVERYONE"', '1'])},"state":{"filter":${filter(random, collection, pids)},"sort":${json(fieldName(random, collection))}}}`,
      ),
    field: () =>
      send(
        'POST',
        `${collection}/fields`,
        `{"name":${random.pick(hostileJson)},"label":${random.pick(hostileJson)},"type":${random.pick(['"text"', '"datetime"', '"enum"', '1'])}}`,
      ),
    act: () => {
      const path = random
        .pick([
          'permits/{permits}/conditions',
          'permits/{permits}/corrections',
          'permits/{permits}/pipeline',
          'permits/{permits}/amendment',
          'permits/{permits}/renewal',
          'permits/{permits}/ask-client',
          'payments/{payments}/allocations',
          'payments/{payments}/refunds',
          'rts/{rts}/sign-off',
          'rts/{rts}/checklist/SITE_PLAN',
          'users/{users}/transitions',
          'views/{permits}',
          'permit-status-map',
          'permit-library',
          'permit-library/preview',
          'permit-library/import',
          'permit-status-map/preview',
          'permits/{permits}/restore',
        ])
        .replace(
          /\{(\w+)\}/,
          (_, name: string) => Object.entries(pids).find(([key]) => key === name)?.[1] ?? '',
        )
      const names = [
        'code',
        'text',
        'kind',
        'severity',
        'dueDate',
        'amount',
        'fee',
        'allocations',
        'items',
        'reason',
        'act',
        'state',
        'file',
        'to',
        'view',
        'version',
      ]
      const members = Array.from(
        { length: random.int(0, 4) },
        () => `${json(random.pick(names))}:${random.pick(hostileJson)}`,
      )
      return send(random.pick(['POST', 'PATCH', 'DELETE']), path, `{${members.join(',')}}`)
    },
  }
  return calls[random.pick(Object.keys(calls))]?.() ?? '{}'
}
