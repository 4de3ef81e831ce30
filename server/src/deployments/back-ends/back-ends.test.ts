import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { BackEnds, Configuration } from '@portal/contract'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { givenBuilds, givenRemoteBuild } from '#test-support/builds.ts'
import { activateBuild, uploadBuild } from '#test-support/deployments.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { backEndLimits, backEndUrlOf } from './forward.ts'

/** No part of a private key is among its members. */
const PublicKey = z.strictObject({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  kid: z.string(),
  use: z.string(),
  alg: z.string(),
})

interface Heard {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

let folder: string
let portal: TestApp
let people: Record<'client' | 'team' | 'admin' | 'superadmin', Person>
let backEnd: Server
let base: string
let heard: Heard[] = []
/** Answers of the hostile back end, by path. */
const answers: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>> = {
  '/api/json': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
  '/api/hangs': () => undefined,
  '/api/slow-body': (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).write('x'),
  '/api/loopback': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  '/api/cookie': (response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': ['portal_session=stolen; Path=/', 'x=y'],
        'cache-control': 'public, max-age=31536000',
        'access-control-allow-origin': '*',
        'content-security-policy': 'script-src *',
        'clear-site-data': '"*"',
        'service-worker-allowed': '/',
        refresh: '0; url=https://evil.example',
        link: '</x.js>; rel=preload',
        etag: '"1"',
      })
      .end('{}'),
  '/api/huge': (response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(backEndLimits.answerBytes + 1)),
  '/api/html': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  '/api/script': (response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('alert(1)'),
  '/api/svg': (response) =>
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg onload="alert(1)"/>'),
  '/api/401': (response) =>
    response.writeHead(401, { 'www-authenticate': 'Basic', 'content-type': 'application/json' }).end('{}'),
  '/api/404': (response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{"no":1}'),
  '/api/500': (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('stack'),
  '/api/cut': (response, request) => {
    response.writeHead(200, { 'content-length': '100' }).write('x')
    response.flushHeaders()
    setImmediate(() => request.socket.destroy())
  },
}

before(async () => {
  folder = await givenBuilds()
  for (const name of ['permits', 'files', 'mail', 'admin']) await givenRemoteBuild(folder, { name })
  portal = await startTestApp({ environment: { buildsDir: folder, allowPrivateApps: true } })
  await publishOwnBuilds(portal.deps)
  people = await portal.given.everyRole()
  backEnd = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      heard.push({ method, url, headers, body })
      const answer = answers[url.split('?')[0] ?? '']
      if (answer === undefined) response.writeHead(200, { 'content-type': 'text/plain' }).end('other')
      else answer(response, request)
    })
  })
  backEnd.listen(0, '127.0.0.1')
  await once(backEnd, 'listening')
  const address = backEnd.address()
  if (address === null || typeof address === 'string') throw new Error('The back end has no port.')
  base = `http://127.0.0.1:${address.port}`
  assert.equal((await set('permits', `${base}/api/`)).statusCode, 204)
})
after(async () => {
  await portal.close()
  backEnd.closeAllConnections()
  backEnd.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => (heard = []))

const set = (name: string, address: string, person = people.admin) =>
  portal.send(
    { method: 'POST', url: `/api/federation/remotes/${name}/back-end`, payload: { address } },
    person,
  )
const call = (path: string, options: InjectOptions = {}, person: Person | undefined = people.team) =>
  portal.send({ url: `/api/remotes/permits/${path}`, ...options }, person)

test('a call reaches the one address with who asks, and with nothing of the session', async () => {
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer secret',
    'portal-identity': 'forged',
    'x-forwarded-for': '203.0.113.9',
    origin: 'http://localhost:3000',
  }
  const payload = '{"a":1}'
  const response = await call('json?q=a%20b&x=/y', { method: 'PUT', headers, payload }, people.client)
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(response.json(), { ok: true })
  const [asked] = heard
  assert.deepEqual([asked?.method, asked?.url, asked?.body], ['PUT', '/api/json?q=a%20b&x=/y', payload])
  assert.deepEqual(Object.keys(asked?.headers ?? {}).toSorted(), [
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'host',
    'portal-identity',
    'user-agent',
    'x-request-id',
  ])
  const [head = '', claims = '', signature = ''] = String(asked?.headers['portal-identity']).split('.')
  const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())
  const { keys } = z
    .object({ keys: z.array(PublicKey) })
    .parse((await portal.send({ url: '/.well-known/portal-keys.json' })).json())
  const { kid } = z.object({ kid: z.string() }).parse(decode(head))
  const key = keys.find((each) => each.kid === kid)
  assert.ok(key)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  assert.ok(verify(null, signed, publicKey, Buffer.from(signature, 'base64url')))
  const now = Math.floor(portal.clock.now().getTime() / 1000)
  const { jti, ...rest } = z.looseObject({ jti: z.string().min(16) }).parse(decode(claims))
  assert.ok(jti)
  assert.deepEqual(rest, {
    iss: 'http://localhost:3000',
    aud: base,
    sub: people.client.pid,
    role: 'client',
    org: people.client.org,
    orgRole: 'ORG_ADMIN',
    remote: 'permits',
    method: 'PUT',
    path: '/api/json?q=a%20b&x=/y',
    iat: now,
    exp: now + 60,
  })
})

test('no header of the back end reaches the page, and nothing is cached as an answer of the portal', async () => {
  const { headers } = await call('cookie')
  for (const name of [
    'set-cookie',
    'access-control-allow-origin',
    'clear-site-data',
    'refresh',
    'link',
    'etag',
    'service-worker-allowed',
  ])
    assert.equal(headers[name], undefined, name)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(String(headers['content-security-policy']), /^default-src 'none'.*; sandbox$/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
})

for (const path of ['html', 'script', 'svg'])
  test(`an answer of type ${path} is a download and never runs`, async () => {
    const { headers, statusCode } = await call(path)
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], 'application/octet-stream')
    assert.equal(headers['content-disposition'], 'attachment')
  })

test('a redirect is refused and not followed, an error says nothing of the back end, 401 asks for no sign-in', async () => {
  for (const [path, status, said] of [
    ['loopback', 503, 'redirected the call'],
    ['huge', 503, 'too large'],
    ['500', 503, 'failed'],
    ['cut', 503, 'did not answer'],
    ['401', 403, '{}'],
    ['404', 404, '"no":1'],
  ] as const) {
    const response = await call(path)
    assert.equal(response.statusCode, status, path)
    assert.ok(response.body.includes(said), `${path} ${response.body}`)
    assert.equal(response.body.includes('stack'), false)
    assert.equal(response.headers['www-authenticate'], undefined)
  }
})

test('a body above 1 MB is 413 and reaches nobody', async () => {
  const response = await call('json', { method: 'POST', payload: 'x'.repeat(backEndLimits.bodyBytes + 1) })
  assert.equal(response.statusCode, 413)
  assert.deepEqual(heard, [])
})

test('a back end that hangs takes eight calls for ten seconds, and no other call of the portal waits for it', async () => {
  const started = performance.now()
  const hanging = Array.from({ length: backEndLimits.openCalls }, (_, at) =>
    call(at % 2 === 0 ? 'hangs' : 'slow-body'),
  )
  while (heard.length < backEndLimits.openCalls) await new Promise((resolve) => setTimeout(resolve, 5))
  const refused = await call('json')
  assert.equal(refused.statusCode, 503)
  assert.ok(refused.body.includes('is busy'), refused.body)
  const other = await portal.crud(people.team, { apiPath: '/tasks', method: 'GET' })
  assert.equal(other.statusCode, 200)
  assert.deepEqual([...new Set((await Promise.all(hanging)).map(({ statusCode }) => statusCode))], [503])
  assert.ok(performance.now() - started >= backEndLimits.callMs - 500)
  assert.equal((await call('json')).statusCode, 200)
})

test('a call is for signed-in people whose module is on, and comes from pages of the portal', async () => {
  assert.equal((await portal.send({ url: '/api/remotes/permits/json' })).statusCode, 401)
  assert.equal((await portal.send({ url: '/api/remotes/mail/json' }, people.team)).statusCode, 404)
  assert.equal((await portal.send({ url: '/api/remotes/unknown/json' }, people.team)).statusCode, 404)
  const foreign = { origin: 'https://evil.example', 'content-type': 'application/json' }
  assert.equal((await call('json', { method: 'POST', headers: foreign, payload: '{}' })).statusCode, 403)
  const configuration = structuredClone(
    Configuration.parse((await portal.crud(people.superadmin, { apiPath: '/config', method: 'GET' })).json()),
  )
  configuration.roles.team.modules['permits'] = false
  const body = configuration
  const changed = await portal.crud(people.superadmin, { apiPath: '/config', method: 'PATCH', body })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal((await call('json')).statusCode, 403)
  assert.equal((await call('json', {}, people.admin)).statusCode, 200)
})

test('a call is for roles that a page or a panel of the module is shown to', async () => {
  const { superadmin } = people
  const build = { name: 'harbor', version: '1.0.0-aaaaaaaa' }
  const card = {
    slot: 'record.card' as const,
    collections: ['permits'],
    id: 'card',
    label: 'Card',
    order: 1,
    expose: './card',
    roles: ['client' as const],
  }
  const routes = [{ path: '/harbor', guard: 'admin-or-super-admin', layout: 'default' as const }]
  await uploadBuild(portal, superadmin, { ...build, manifest: { routes } })
  await activateBuild(portal, superadmin, 'harbor', { version: build.version })
  assert.equal((await set('harbor', `${base}/api/`)).statusCode, 204)
  const ask = async (person: Person) =>
    (await portal.send({ url: '/api/remotes/harbor/json' }, person)).statusCode
  assert.deepEqual([await ask(people.admin), await ask(superadmin)], [200, 200])
  const refused = await portal.send({ url: '/api/remotes/harbor/json' }, people.team)
  assert.equal(refused.statusCode, 403)
  assert.match(refused.body, /Your role opens nothing of the module harbor\./)
  assert.equal(await ask(people.client), 403)

  const next = { name: 'harbor', version: '1.1.0-bbbbbbbb' }
  await uploadBuild(portal, superadmin, { ...next, manifest: { routes, panels: [card] } })
  await activateBuild(portal, superadmin, 'harbor', { version: next.version })
  assert.deepEqual([await ask(people.client), await ask(people.team)], [200, 403])
  const url = '/api/federation/remotes/harbor/back-end'
  assert.equal((await portal.send({ method: 'DELETE', url }, people.admin)).statusCode, 204)
})

test('a call that may change something is in the audit trail, without its query, also when nobody answered', async () => {
  for (const [method, path] of [
    ['GET', 'json?read=1'],
    ['POST', 'json?secret=1'],
    ['DELETE', '404'],
    ['PUT', 'loopback'],
    // Nothing was sent.
    ['PUT', '%2e%2e/admin'],
  ] as const)
    await call(path, { method }, people.client)
  const rows = await portal.deps.database.query(
    "select detail from audit where kind = 'back-end-wrote' and actor = $1 order by id desc limit 3",
    [people.client.pid],
    z.object({ detail: z.record(z.string(), z.unknown()) }),
  )
  const remote = 'permits'
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    [
      { remote, method: 'PUT', path: '/loopback', status: null },
      { remote, method: 'DELETE', path: '/404', status: 404 },
      { remote, method: 'POST', path: '/json', status: 200 },
    ],
  )
})

const paths: readonly [rest: string, reached: string | null][] = [
  ['permits/1?x=1', '/api/permits/1?x=1'],
  ['', '/api/'],
  ['a%20b/ñ', '/api/a%20b/%C3%B1'],
  ['//evil.example/x', '/api///evil.example/x'],
  ['../admin', null],
  ['%2e%2e/admin', null],
  ['a/..%2fadmin', null],
  ['%252e%252e/admin', null],
  ['a/%5c..%5cadmin', null],
  ['a\\..\\admin', null],
  ['x?next=../y', '/api/x?next=../y'],
]
for (const [rest, reached] of paths)
  test(`the path "${rest}" ${reached === null ? 'is refused' : `reaches ${reached}`}`, () => {
    const target = () => backEndUrlOf(new URL('https://back.example/api/'), rest)
    if (reached === null) assert.throws(target, /not allowed/)
    else assert.equal(target().href, `https://back.example${reached}`)
  })

const wrong: readonly [address: string, said: string][] = [
  ['javascript:alert(1)', 'is not a web address'],
  ['https://user:secret@back.example/', 'scheme, host and path alone'],
  ['https://back.example/?token=1', 'scheme, host and path alone'],
  ['http://localhost:3000/api', 'portal itself'],
]
for (const [address, said] of wrong)
  test(`the address ${address} is refused`, async () => {
    const response = await set('permits', address)
    assert.equal(response.statusCode, 400)
    assert.ok(response.body.includes(said), response.body)
  })

test('administrators set one address per deployed remote; the audit trail says which', async () => {
  assert.equal((await set('ghosts', `${base}/`)).statusCode, 404)
  assert.equal((await set('admin', `${base}/`)).statusCode, 403)
  assert.equal((await set('files', `${base}/files`, people.team)).statusCode, 403)
  assert.equal((await set('files', `${base}/files`)).statusCode, 204)
  const listed = BackEnds.parse(
    (await portal.send({ url: '/api/federation/back-ends' }, people.admin)).json(),
  )
  assert.deepEqual(
    listed.backEnds.map(({ remote, address }) => [remote, address]),
    [
      ['files', `${base}/files`],
      ['permits', `${base}/api/`],
    ],
  )
  const url = '/api/federation/remotes/files/back-end'
  assert.equal((await portal.send({ method: 'DELETE', url }, people.admin)).statusCode, 204)
  assert.equal((await portal.send({ url: '/api/remotes/files/x' }, people.admin)).statusCode, 404)
  const rows = await portal.deps.database.query(
    "select detail from audit where kind = 'back-end-changed' and detail ->> 'remote' = 'files' order by id",
    [],
    z.object({ detail: z.object({ address: z.string() }) }),
  )
  assert.deepEqual(
    rows.map(({ detail }) => detail.address),
    [`${base}/files`, ''],
  )
})

test('without ALLOW_PRIVATE_APPS no back end is inside, also when its name turns out to lead there', async () => {
  const strict = await startTestApp({ environment: { buildsDir: folder } })
  await publishOwnBuilds(strict.deps)
  const { admin } = await strict.given.everyRole()
  const url = '/api/federation/remotes/permits/back-end'
  for (const address of [`${base}/`, 'https://10.1.2.3/', 'https://[::1]/', 'http://back.example/']) {
    const response = await strict.send({ method: 'POST', url, payload: { address } }, admin)
    assert.equal(response.statusCode, 400, address)
  }
  // As if its name had led outside when it was set.
  await strict.deps.database.query(
    "insert into remote_back_ends (name, address, set_at, set_by) values ('permits', $1, now(), 'x')",
    [`${base}/api/`],
    z.unknown(),
  )
  assert.equal((await strict.send({ url: '/api/remotes/permits/json' }, admin)).statusCode, 503)
  assert.deepEqual(heard, [])
  await strict.close()
})
