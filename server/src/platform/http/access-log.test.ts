import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const metricsToken = 'metrics-token-of-the-test'
const proxy = '198.51.100.20'
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

let portal: TestApp
let team: Person
before(async () => {
  portal = await startTestApp({ environment: { metricsToken, trustedProxies: [proxy, '10.0.0.0/8'] } })
  team = (await portal.given.everyRole()).team
})
after(() => portal.close())

const Line = z.object({
  level: z.number(),
  msg: z.string(),
  reqId: z.string(),
  method: z.string(),
  route: z.string(),
  status: z.number(),
  ms: z.number(),
  apiPath: z.string().optional(),
  user: z.string().optional(),
  role: z.string().nullish(),
  traceId: z.string().optional(),
})
type Line = z.infer<typeof Line>

/** The access log lines of what `work` sends. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const from = portal.logged.length
  await work()
  return portal.logged
    .slice(from)
    .map((line): unknown => JSON.parse(line))
    .flatMap((line) => {
      const parsed = Line.safeParse(line)
      return parsed.success && parsed.data.msg === 'request' ? [parsed.data] : []
    })
}

const metrics = async () =>
  (
    await portal.send({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
  ).body

test('each request is one line at info: method, route, status, duration, person, role and request id', async () => {
  const sent: string[] = []
  const [line, ...others] = await linesOf(async () => {
    const response = await portal.send({ method: 'GET', url: '/api/auth/me?word=canary' }, team)
    sent.push(String(response.headers['x-request-id']))
  })
  assert.deepEqual(others, [])
  assert.ok(line !== undefined)
  assert.deepEqual(
    [line.level, line.method, line.route, line.status, line.user, line.role, line.reqId],
    [30, 'GET', '/api/auth/me', 200, team.pid, 'team', sent[0]],
  )
  assert.equal(Number.isInteger(line.ms), true)
})

test('a record call is logged with its path; its filter and search words are not', async () => {
  const [line] = await linesOf(() =>
    portal.crud(team, {
      apiPath: '/permits/search',
      method: 'GET',
      query: { searchToken: 'canary-word', filter: { city: 'canary-city' } },
    }),
  )
  assert.deepEqual([line?.route, line?.apiPath, line?.status], ['/api/crud', 'permits/search', 200])
  assert.equal(JSON.stringify(line).includes('canary'), false)
})

test('probes of machines are logged at debug, so that they do not fill the log', async () => {
  const lines = await linesOf(async () => {
    for (const url of ['/api/health/live', '/api/health/ready', '/metrics'])
      await portal.send({ method: 'GET', url })
  })
  assert.deepEqual(
    lines.map(({ level, status }) => [level, status]),
    [
      [20, 200],
      [20, 200],
      [20, 401],
    ],
  )
})

test('record calls are measured by collection and operation; no text of a caller becomes a label', async () => {
  const made = await portal.crud(team, {
    apiPath: 'tasks',
    method: 'POST',
    body: { title: 'Call the agency' },
  })
  const { pid } = z.object({ pid: z.string() }).parse(made.json())
  await portal.crud(team, { apiPath: `tasks/${pid}`, method: 'GET' })
  await portal.crud(team, { apiPath: 'invented/things', method: 'GET' })
  await portal.crud(team, { apiPath: 'permits/canary-pid', method: 'GET' })
  await portal.send({ method: 'GET', url: '/api/canary-route' }, team)
  const text = await metrics()
  for (const labels of [
    'collection="tasks",operation="POST /{collection}",status="201"',
    'collection="tasks",operation="GET /{collection}/{pid}",status="200"',
    'collection="permits",operation="GET /{collection}/{pid}",status="404"',
  ])
    assert.equal(text.includes(`portal_record_call_seconds_count{${labels}} 1`), true, labels)
  for (const word of ['invented', 'canary-pid', 'canary-route', pid])
    assert.equal(text.includes(word), false, word)
})

const idSentBy = async (remoteAddress: string, headers: Record<string, string>) =>
  String(
    (await portal.send({ method: 'GET', url: '/api/auth/me', remoteAddress, headers })).headers[
      'x-request-id'
    ],
  )

test('a trusted proxy’s X-Request-Id is the id of the request, in log, answer and problem', async () => {
  for (const remoteAddress of [proxy, '10.20.30.40', '::ffff:10.20.30.40']) {
    const [line] = await linesOf(async () => {
      const response = await portal.send({
        method: 'GET',
        url: '/api/auth/me',
        remoteAddress,
        headers: { 'x-request-id': 'edge:0001-abcd' },
      })
      assert.deepEqual(
        [response.headers['x-request-id'], response.json().instance],
        ['edge:0001-abcd', 'edge:0001-abcd'],
      )
    })
    assert.equal(line?.reqId, 'edge:0001-abcd')
  }
})

test('ids of anybody else, and ids that are too short, too long or have other characters, are not used', async () => {
  assert.notEqual(await idSentBy('203.0.113.9', { 'x-request-id': 'edge:0001-abcd' }), 'edge:0001-abcd')
  for (const id of [
    'short',
    'x'.repeat(129),
    'has space in it',
    'line\tbreak0',
    '"quoted-value"',
    '{{7*7}}00',
  ])
    assert.match(await idSentBy(proxy, { 'x-request-id': id }), /^[0-9a-f-]{36}$/, id)
})

test('the trace of a trusted proxy’s traceparent is in the log line; others are ignored', async () => {
  const traceOf = async (remoteAddress: string, traceparent: string) => {
    const [line] = await linesOf(() => idSentBy(remoteAddress, { traceparent }))
    return line?.traceId
  }
  assert.equal(await traceOf(proxy, `00-${trace}-00f067aa0ba902b7-01`), trace)
  assert.equal(await traceOf('203.0.113.9', `00-${trace}-00f067aa0ba902b7-01`), undefined)
  for (const broken of [
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    'canary',
  ])
    assert.equal(await traceOf(proxy, broken), undefined, broken)
})

test('a server that stops has written the line of each request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-access-log-'))
  const server = await startServer({ DATABASE_URL: 'pglite:', DATA_DIR: folder, LOG_LEVEL: 'info' })
  try {
    await untilReady(server)
    for (let count = 0; count < 5; count += 1)
      assert.equal((await fetch(`http://localhost:${server.port}/api/auth/me`)).status, 401)
    server.child.kill('SIGTERM')
    await server.exit
    assert.equal(server.stderr().match(/"route":"\/api\/auth\/me","status":401/g)?.length, 5)
  } finally {
    server.child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})
