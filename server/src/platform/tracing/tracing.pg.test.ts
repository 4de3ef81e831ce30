import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
})
const Attribute = z.object({ key: z.string(), value: Value })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute),
  status: z.object({ code: z.number().optional() }).optional(),
})
type Span = z.infer<typeof Span>
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** What the collector received. */
const spans: Span[] = []
const texts: string[] = []
const services = new Set<string | undefined>()
const tokens = new Set<string | undefined>()

const of = (attributes: z.infer<typeof Attribute>[], key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

const collector = createServer((request, response) => {
  tokens.add(request.headers['x-token']?.toString())
  json(request).then((body) => {
    texts.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of Export.parse(body).resourceSpans) {
      services.add(of(resource.attributes, 'service.name')?.toString())
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }, assert.fail)
})

let server: KillableServer
let cookie: string
before(
  async () => {
    await once(collector.listen(0, '127.0.0.1'), 'listening')
    const address = collector.address()
    assert.ok(typeof address === 'object' && address !== null)
    server = await startKillable('tracing', {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=canary%20token',
      TRUSTED_PROXIES: '127.0.0.1,::1',
    })
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 180_000 },
)
after(async () => {
  await server.close()
  collector.close()
})

const call = (body: object, headers: Record<string, string> = {}) =>
  fetch(server.url('/api/crud'), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: server.url(''), ...headers },
    body: JSON.stringify(body),
  })

/** The spans of a trace, once its request has arrived with at least one statement. */
async function traceOf(traceId: string): Promise<{ request: Span; statements: Span[] }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const own = spans.filter((span) => span.traceId === traceId)
    const request = own.find(({ kind }) => kind === 2)
    if (request !== undefined && own.length > 1)
      return { request, statements: own.filter((span) => span !== request) }
    await wait(100)
  }
  throw new Error(`The collector has no trace ${traceId}: ${JSON.stringify(spans.slice(-5))}`)
}

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test('a request is a span with its statements below it, in the trace of the proxy in front', async () => {
  const made = await call(
    { apiPath: 'tasks', method: 'POST', body: { title: 'canary-title of a task' } },
    { traceparent: `00-${traceId}-${spanId}-01`, 'x-request-id': 'edge:0001-abcd' },
  )
  assert.equal(made.status, 201)
  const { request, statements } = await traceOf(traceId)
  assert.equal(request.parentSpanId, spanId)
  assert.equal(request.name, 'POST /{collection}')
  assert.deepEqual(
    ['http.request.method', 'http.route', 'portal.collection', 'portal.request_id'].map((key) =>
      of(request.attributes, key),
    ),
    ['POST', '/api/crud', 'tasks', 'edge:0001-abcd'],
  )
  assert.equal(Number(of(request.attributes, 'http.response.status_code')), 201)
  for (const statement of statements) {
    assert.equal(statement.parentSpanId, request.spanId)
    assert.equal(of(statement.attributes, 'db.system.name'), 'postgresql')
    assert.ok(BigInt(statement.endTimeUnixNano) >= BigInt(statement.startTimeUnixNano))
  }
  const inserts = statements.filter((statement) =>
    /insert into "tasks" /.test(String(of(statement.attributes, 'db.query.text'))),
  )
  assert.equal(
    inserts.length,
    1,
    statements.map((statement) => of(statement.attributes, 'db.query.text')).join('\n'),
  )
})

test('no value of a parameter, cookie or search word leaves with a trace', async () => {
  const second = '0af7651916cd43dd8448eb211c80319c'
  await call(
    { apiPath: 'permits/search', method: 'GET', query: { searchToken: 'canary-word' } },
    { traceparent: `00-${second}-${spanId}-01` },
  )
  await traceOf(second)
  for (const secret of ['canary', cookie.split('=')[1] ?? ''])
    assert.equal(
      texts.some((text) => text.includes(secret)),
      false,
      secret,
    )
})

test('a failed statement has its SQLSTATE and never its message', async () => {
  const third = '1af7651916cd43dd8448eb211c80319c'
  await server.besides(({ database }) => database.query('alter table tasks rename to tasks_elsewhere', []))
  try {
    const failed = await call(
      { apiPath: 'tasks', method: 'GET' },
      { traceparent: `00-${third}-${spanId}-01` },
    )
    assert.equal(failed.status, 500)
  } finally {
    await server.besides(({ database }) => database.query('alter table tasks_elsewhere rename to tasks', []))
  }
  const { request, statements } = await traceOf(third)
  assert.equal(request.status?.code, 2)
  assert.ok(statements.some(({ attributes }) => of(attributes, 'error.type') === '42P01'))
})

test('the proxy decides whether a request is traced; the export names the service and sends its headers', async () => {
  const unsampled = '2af7651916cd43dd8448eb211c80319c'
  await call({ apiPath: 'tasks', method: 'GET' }, { traceparent: `00-${unsampled}-${spanId}-00` })
  await wait(2_500)
  assert.equal(
    spans.some((span) => span.traceId === unsampled),
    false,
  )
  assert.deepEqual([...services], ['permit-portal'])
  assert.deepEqual([...tokens], ['canary token'])
})
