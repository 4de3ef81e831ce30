import { collectionNames, operators } from '@portal/contract'
import type { SeedRandom } from '#domain/seed/random.ts'
import { hostileCrudBody } from './crud-calls.ts'
import type { SamplePids } from './crud-calls.ts'

/** A call as it is sent; `raw` bypasses the HTTP client and is sent unchanged. */
export type MalformedCall =
  | {
      route: string
      method: string
      path: string
      headers: Record<string, string | string[]>
      body: Buffer | null
    }
  | { route: string; raw: Buffer }

const fieldNames =
  'pid id name email title label role org orgRole status version mapping dryRun filter sort fields page pageSize collection apiPath method query body path size mimeType parentId fileId pids patch reason to cc bcc from subject html text remote label token response response.clientDataJSON challenge rawId type visibility hide group groupBy aggregate match limit dueDate amount custom tags attributes signature url expires operations value enabled settings permissions canary percent users read folder mailbox flagged link record position format searchToken scope undo code link setup kind since before after'.split(
    ' ',
  )
const words = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '..',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table permits; --",
  '$where',
  '__proto__',
  'constructor',
  '2026-02-30',
  '9999-99-99T99:99:99Z',
  '9999-12-31T23:59:59-12:00',
  '0001-01-01T00:00:00+12:00',
  '0000-12-31',
  '10000-01-01',
  'a@b',
  '@me',
  '🙂'.repeat(50),
  'a'.repeat(5_000),
  '%',
  '_'.repeat(200),
  '\\',
  '=1+1',
  '<script>',
  '999999999999999999999',
  '0x10',
  '01',
  'ｎｕｌｌ',
]
const numbers = [0, -1, 1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE]

/** JSON text of any shape, sometimes invalid. */
function json(random: SeedRandom, depth = 0): string {
  const kind = random.int(0, depth > 3 ? 4 : 9)
  if (kind === 0) return 'null'
  if (kind === 1) return String(random.pick(numbers))
  if (kind <= 3) return JSON.stringify(random.pick(words))
  if (kind === 4) return random.pick(['true', 'false', '1e999', '[]', '{}'])
  if (kind <= 6)
    return `[${Array.from({ length: random.int(0, 6) }, () => json(random, depth + 1)).join(',')}]`
  return `{${Array.from({ length: random.int(0, 6) }, () => `${JSON.stringify(random.pick([...fieldNames, ...words]))}:${json(random, depth + 1)}`).join(',')}}`
}

const segments = [
  'config',
  'alerts',
  'views',
  'count',
  'search',
  'fields',
  'groups',
  'lookup',
  'notes',
  'history',
  'related',
  'transitions',
  'SUBMITTED',
  'permit-status-map',
  'permit-library',
  'read-all',
  'link',
  'conditions',
  'corrections',
]
/**
 * A body of /api/crud that passes the first checks: its path may exist, and its query or body has the wrong
 * type.
 */
function crudBody(random: SeedRandom): string {
  const path = Array.from({ length: random.int(1, 4) }, (_, at) =>
    at === 0 && random.chance(0.8)
      ? random.pick(collectionNames)
      : random.pick([...segments, ...words, 'pid']),
  ).join('/')
  const parts = [
    `"apiPath":${JSON.stringify(path)}`,
    `"method":${JSON.stringify(random.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', '']))}`,
  ]
  if (random.chance(0.6)) {
    const filter = `{${JSON.stringify(random.pick(fieldNames))}:{${JSON.stringify(random.pick([...operators, 'and', 'nonsense']))}:${json(random, 2)}}}`
    const known = [
      'filter',
      'sort',
      'fields',
      'page',
      'pageSize',
      'searchToken',
      'groupBy',
      'scope',
      'collection',
    ]
    const others = Array.from(
      { length: random.int(0, 3) },
      () => `${JSON.stringify(random.pick(known))}:${json(random, 2)}`,
    )
    parts.push(`"query":{${[...(random.chance(0.5) ? [`"filter":${filter}`] : []), ...others].join(',')}}`)
  }
  if (random.chance(0.5)) parts.push(`"body":${json(random, 0)}`)
  return `{${parts.join(',')}}`
}

const takesForm = (route: string) => route.includes('/import/') || route.endsWith('/attachments')

function multipart(random: SeedRandom): string {
  const part = () =>
    `--b\r\ncontent-disposition: form-data; name="${random.pick(['file', 'dryRun', 'mapping', 'x'])}"${random.chance(0.5) ? `; filename="${random.pick(words).replaceAll(/["\r\n\0]/g, '')}"` : ''}\r\n\r\n${random.pick(words)}\r\n`
  const whole = `${Array.from({ length: random.int(0, 4) }, part).join('')}${random.chance(0.7) ? '--b--\r\n' : ''}`
  return random.chance(0.25) ? whole.slice(0, random.int(0, whole.length)) : whole
}

function bodyOf(random: SeedRandom, route: string, pids: SamplePids): Buffer {
  const kind = random.weighted({
    record: route.endsWith('/api/crud') ? 60 : 0,
    crud: route.endsWith('/api/crud') ? 20 : 1,
    json: 10,
    broken: 2,
    deep: 1,
    large: 0.15,
    bytes: 2,
    multipart: takesForm(route) ? 10 : 1,
  })
  const depth = random.pick([100, 5_000, 100_000])
  const texts = {
    record: () => hostileCrudBody(random, pids),
    crud: () => crudBody(random),
    json: () => json(random),
    broken: () => `${json(random).slice(0, -1)}${random.pick(['', '\u0000', ',', '}}', '\ud800'])}`,
    deep: () => random.pick(['[', '{"a":', '{"filter":{"and":[', '[{"and":']).repeat(depth),
    large: () => JSON.stringify({ body: 'x'.repeat(3_000_000) }),
    bytes: () => '',
    multipart: () => multipart(random),
  }
  return kind === 'bytes'
    ? Buffer.from(Array.from({ length: random.int(0, 300) }, () => random.int(0, 255)))
    : Buffer.from(texts[kind]())
}

/** A path segment that an HTTP client can send: the characters of a request line, or their escapes. */
const segmentOf = (random: SeedRandom) =>
  random.chance(0.3)
    ? random.pick(['%00', '%2e%2e', '%', '%zz', '%ff', '%ed%a0%80', '..', '.', ';', '%2f', '%5c', '%0d%0a'])
    : encodeURIComponent(random.pick(words).toWellFormed())

function pathOf(random: SeedRandom, url: string, pids: SamplePids): string {
  const ids = Object.values(pids)
  const path = url
    .replaceAll(/:\w+/g, () =>
      random.chance(0.3) ? random.pick([...ids, ...collectionNames]) : segmentOf(random),
    )
    .replace('*', () => Array.from({ length: random.int(0, 3) }, () => segmentOf(random)).join('/'))
  if (random.chance(0.5)) return path
  const value = () =>
    random.chance(0.2)
      ? segmentOf(random)
      : encodeURIComponent(
          random.chance(0.5) ? json(random, 3).toWellFormed() : random.pick(words).toWellFormed(),
        )
  const pairs = Array.from(
    { length: random.int(0, 4) },
    () => `${random.pick(fieldNames)}${random.pick(['=', '[]=', '[a]=', ''])}${value()}`,
  )
  return `${path}?${pairs.join('&')}`
}

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary=""',
  'application/gzip',
  'application/x-www-form-urlencoded',
  'a',
  '/',
  'application/json; charset',
]
const otherHeaders: readonly [name: string, values: readonly string[]][] = [
  ['accept', ['text/html', 'text/event-stream', ';;;', '*/*;q=9']],
  ['accept-language', ['', 'x'.repeat(2_000), 'de;q=2,,,;', '*'.repeat(500)]],
  ['accept-encoding', ['br;q=0', 'identity;q=0, *;q=0', 'x']],
  ['content-encoding', ['gzip', 'br', 'nonsense']],
  [
    'range',
    ['bytes=0-', 'bytes=-0', 'bytes=9-1', 'bytes=0-0,1-1,2-2', `bytes=${'0-1,'.repeat(500)}`, 'lines=1'],
  ],
  ['if-none-match', ['*', 'W/', '"'.repeat(99)]],
  ['if-modified-since', ['yesterday', '0']],
  ['if-match', ['1', '"x"', '*']],
  ['idempotency-key', ['', 'x'.repeat(3_000), '\u00ff']],
  ['last-event-id', ['-1', '99999999999999999999', 'x', '1e9']],
  [
    'authorization',
    ['Bearer', 'Bearer deploy_', `Bearer deploy_${'A'.repeat(43)}`, 'Basic eDp5', 'x'.repeat(4_000)],
  ],
  ['x-forwarded-for', ['1', '::', '999.1.1.1', `${'1.1.1.1, '.repeat(500)}1.1.1.1`]],
  ['x-forwarded-proto', ['https', 'gopher']],
  ['x-forwarded-host', ['evil.example']],
  ['host', ['', 'evil.example', 'localhost:99999', '[::', 'a b']],
  ['origin', ['null', 'https://evil.example', 'http://localhost:3000', ':']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['expect', ['200-ok']],
  ['user-agent', ['', 'x'.repeat(6_000)]],
  [
    'cookie',
    [
      'session_token',
      'session_token=',
      'session_token=x; session_token=y',
      'session_token="',
      `session_token=${'%'.repeat(200)}`,
      '=;;=;',
      'a'.repeat(8_000),
      Array.from({ length: 300 }, (_, at) => `c${at}=1`).join('; '),
    ],
  ],
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

const rawCalls = (path: string): readonly string[] => [
  `GET ${path} HTTP/1.1\r\n\r\n`,
  `GET ${path} HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`,
  `GET ${path} HTTP/9.9\r\nhost: a\r\n\r\n`,
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n`,
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`,
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n`,
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx\u0000y: 1\r\n\r\n`,
  `GET ${path}\u00ff\u0001 HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  `GET http://evil.example${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
  `G\u0000T ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  `${'GET '.repeat(100)}\r\n\r\n`,
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
]

/**
 * A call of `route` (`GET /api/x/:id`) with an error in its path, method, headers, cookie or body. `cookie`
 * is that of the caller, or ''; `pids` are existing records.
 */
export function malformedCall(
  random: SeedRandom,
  route: string,
  cookie: string,
  pids: SamplePids,
): MalformedCall {
  const [declared = 'GET', url = '/'] = route.split(' ')
  const path = pathOf(random, url, pids)
  if (random.chance(0.04)) return { route, raw: Buffer.from(random.pick(rawCalls(path)), 'latin1') }
  const method = random.chance(0.9) ? declared : random.pick(methods)
  const withBody = method !== 'GET' && method !== 'HEAD' && random.chance(0.9)
  const headers: Record<string, string | string[]> = {
    host: 'localhost:3000',
    ...(cookie === '' ? {} : { cookie }),
  }
  if (random.chance(0.8)) headers['origin'] = 'http://localhost:3000'
  if (withBody) headers['content-type'] = random.chance(0.7) ? 'application/json' : random.pick(contentTypes)
  if (withBody && takesForm(route) && random.chance(0.8))
    headers['content-type'] = 'multipart/form-data; boundary=b'
  if (random.chance(0.25)) {
    const [name, values] = random.pick(otherHeaders)
    headers[name] = random.pick(values)
  }
  return { route, method, path, headers, body: withBody ? bodyOf(random, route, pids) : null }
}
