import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Problem, roles } from '@portal/contract'
import Fastify from 'fastify'
import { addAccess } from '#platform/http/access.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

test('1: anonymous requests get 401 with the problem type, no-store and no data', async () => {
  for (const url of ['/api/auth/me', '/api/stream', '/api/nothing-here']) {
    const response = await portal.send({ method: 'GET', url })
    assert.equal(response.statusCode, 401, url)
    assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
    assert.equal(response.headers['cache-control'], 'no-store')
    assert.equal(Problem.parse(response.json()).type, 'unauthenticated')
  }
})

test('a signed-in person gets 404 with the request id for an unknown route', async () => {
  const team = await portal.given.user({ role: 'team' })
  const response = await portal.send({ method: 'GET', url: '/api/nothing-here' }, team)
  assert.equal(response.statusCode, 404)
  const problem = Problem.parse(response.json())
  assert.equal(problem.type, 'not-found')
  assert.equal(problem.instance, response.headers['x-request-id'])
})

test('a route that declares no access prevents the server from starting', () => {
  const app = Fastify()
  addAccess(app)
  assert.throws(() => app.get('/api/forgotten', async () => 'secret'), /states no access/)
})

test('every route declares its access', async () => {
  // A route without access makes the build of the app throw, so a built app has no such route. This test
  // proves that the list of routes is not empty.
  const routes = portal.app.printRoutes({ commonPrefix: false })
  for (const url of [
    '/api/auth/me',
    '/api/auth/demo',
    '/api/stream',
    '/api/health',
    '/federation/registry.json',
  ]) {
    assert.equal(portal.app.hasRoute({ method: url.endsWith('demo') ? 'POST' : 'GET', url }), true, url)
  }
  assert.match(routes, /api\//)
})

test('93, 99: a non-JSON body is 415, a malformed body 400, a body over 1 MB 413; an empty body is accepted', async () => {
  const url = '/api/auth/demo'
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await portal.send({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: '{"role":"team"}',
    })
    assert.equal(response.statusCode, 415, type)
    assert.equal(response.json().type, 'unsupported-media-type')
  }
  const json = { 'content-type': 'application/json' }
  for (const payload of ['{"role":', '{"__proto__":{"admin":true}}', 'null x']) {
    const result = await portal.send({ method: 'POST', url, headers: json, payload })
    assert.equal(result.statusCode, 400, payload)
    assert.equal(result.json().type, 'validation-failed')
  }
  const large = await portal.send({
    method: 'POST',
    url,
    headers: json,
    payload: JSON.stringify({ role: 'x'.repeat(1_100_000) }),
  })
  assert.equal(large.statusCode, 413)
  assert.equal(large.json().type, 'too-large')
  const logout = await portal.send({ method: 'DELETE', url: '/api/auth/logout', headers: json, payload: '' })
  assert.equal(logout.statusCode, 204)
})

test('a compressed JSON body, or one that is not in UTF-8, is 415 with the reason', async () => {
  const url = '/api/auth/demo'
  const body = '{"role":"team"}'
  const type = 'application/json'
  const refused: [headers: Record<string, string>, payload: Buffer, detail: RegExp][] = [
    [{ 'content-type': type, 'content-encoding': 'gzip' }, gzipSync(body), /without compression.*gzip/],
    [{ 'content-type': type, 'content-encoding': 'identity, br' }, Buffer.from(body), /without compression/],
    [
      { 'content-type': `${type}; charset=utf-16` },
      Buffer.from(`\ufeff${body}`, 'utf16le'),
      /in UTF-8.*utf-16/,
    ],
    [{ 'content-type': `${type};charset="ISO-8859-1"` }, Buffer.from(body, 'latin1'), /in UTF-8.*ISO-8859-1/],
  ]
  for (const [headers, payload, detail] of refused) {
    const result = await portal.send({ method: 'POST', url, headers, payload })
    assert.equal(result.statusCode, 415, JSON.stringify(headers))
    assert.equal(result.json().type, 'unsupported-media-type')
    assert.match(result.json().detail, detail)
    const inSpanish = { ...headers, 'accept-language': 'es' }
    const spanish = await portal.send({ method: 'POST', url, headers: inSpanish, payload })
    assert.match(spanish.json().detail, /^Envíe el contenido/)
  }
  const accepted: Record<string, string>[] = [
    { 'content-type': `${type}; charset=UTF-8` },
    { 'content-type': `${type}; charset="utf-8"` },
    { 'content-type': `${type}; charset=us-ascii` },
    { 'content-type': type, 'content-encoding': 'identity' },
  ]
  for (const headers of accepted) {
    const result = await portal.send({ method: 'POST', url, headers, payload: '{"role":"nobody"}' })
    assert.deepEqual([result.statusCode, result.json().errors?.[0]?.path], [400, 'body.role'], result.body)
  }
})

test('94, 95: requests that change data are refused from a foreign Origin or another site', async () => {
  const team = await portal.given.user({ role: 'team' })
  const url = '/api/auth/logout'
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) {
    const response = await portal.send({ method: 'DELETE', url, headers }, team)
    assert.equal(response.statusCode, 403, JSON.stringify(headers))
    assert.equal(response.json().type, 'forbidden')
  }
  const login = await portal.send({
    method: 'POST',
    url: '/api/auth/demo',
    headers: { origin: 'https://evil.example' },
    payload: { role: 'team' },
  })
  assert.equal(login.statusCode, 403)
  assert.equal(login.headers['set-cookie'], undefined)
  const still = await portal.send({ method: 'GET', url: '/api/auth/me' }, team)
  assert.equal(still.statusCode, 200)
  const own = await portal.send(
    { method: 'DELETE', url, headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' } },
    team,
  )
  assert.equal(own.statusCode, 204)
})

test('94, 96: no response names the server software or allows other origins to read it', async () => {
  const response = await portal.send({
    method: 'OPTIONS',
    url: '/api/auth/me',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  })
  for (const header of ['access-control-allow-origin', 'x-powered-by', 'server'])
    assert.equal(response.headers[header], undefined)
})

test('96: API responses carry every security header (contract.md 10.3)', async () => {
  const { headers } = await portal.send({ method: 'GET', url: '/api/health' })
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  )
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'same-origin')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.match(String(headers['permissions-policy']), /camera=\(\)/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['strict-transport-security'], undefined)
})

test('a page requested under another loopback name is redirected to the public address', async () => {
  const page = await portal.send({
    method: 'GET',
    url: '/permits/processing?page=2',
    headers: { host: '127.0.0.1:3000' },
  })
  assert.equal(page.statusCode, 307)
  assert.equal(page.headers.location, 'http://localhost:3000/permits/processing?page=2')
  const forged = await portal.send({
    method: 'GET',
    url: '/api/health',
    headers: { host: 'localhost:3000', 'x-forwarded-host': 'evil.example' },
  })
  assert.equal(forged.statusCode, 200)
})

test('100: an internal error is a 500 without details; only the log has the reason', async () => {
  const broken = await startTestApp({ deps: {} })
  try {
    const canary = 'relation secret_table does not exist'
    broken.deps.database.ping = () => Promise.reject(new Error(canary))
    const health = await broken.send({ method: 'GET', url: '/api/health' })
    assert.equal(health.statusCode, 503)
    assert.equal(health.json().database, 'down')
    broken.deps.database.query = () => Promise.reject(new Error(canary))
    const response = await broken.send({ method: 'GET', url: '/federation/registry.json' })
    assert.equal(response.statusCode, 500)
    assert.equal(response.body.includes(canary), false)
    assert.equal(response.json().type, 'internal-error')
    assert.equal(
      broken.logged.some((line) => line.includes(canary)),
      true,
    )
  } finally {
    await broken.close()
  }
})

test('100: cookies, tokens and query strings are never logged', async () => {
  const team = await portal.given.user({ role: 'team' })
  const cookie = await portal.given.cookieOf(team)
  await portal.send(
    {
      method: 'GET',
      url: '/api/auth/me?canary=signature-in-query',
      headers: { authorization: 'Bearer canary-bearer' },
    },
    team,
  )
  const token = cookie.split('=')[1] ?? ''
  assert.notEqual(token, '')
  for (const secret of [token, 'signature-in-query', 'canary-bearer'])
    assert.equal(
      portal.logged.some((line) => line.includes(secret)),
      false,
    )
  assert.equal(
    portal.logged.some((line) => line.includes('/api/auth/me')),
    true,
  )
})

test('98: a session over its rate limit gets 429 with Retry-After; other sessions are not affected', async () => {
  const limited = await startTestApp({ environment: { rateLimitPerMinute: 5 } })
  try {
    const { team, admin } = await limited.given.everyRole()
    const ask = (person: typeof team) => limited.send({ method: 'GET', url: '/api/auth/me' }, person)
    for (let count = 0; count < 5; count += 1) assert.equal((await ask(team)).statusCode, 200)
    const refused = await ask(team)
    assert.equal(refused.statusCode, 429)
    assert.equal(refused.json().type, 'rate-limited')
    assert.equal(Number(refused.headers['retry-after']) >= 1, true)
    assert.equal((await ask(admin)).statusCode, 200)
    limited.clock.pass(60_000)
    assert.equal((await ask(team)).statusCode, 200)
  } finally {
    await limited.close()
  }
})

test('31: a person without a role sees that the role is missing and is refused with 403', async () => {
  const waiting = await portal.given.user({ role: null, status: 'PENDING_APPROVAL' })
  const me = await portal.send({ method: 'GET', url: '/api/auth/me' }, waiting)
  assert.deepEqual([me.statusCode, me.json().role], [200, null])
  assert.equal((await portal.send({ method: 'GET', url: '/api/stream' }, waiting)).statusCode, 403)
  assert.equal(roles.length, 4)
})
