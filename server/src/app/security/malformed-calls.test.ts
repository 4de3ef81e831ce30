import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import { Problem } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { createRandom } from '#domain/seed/random.ts'
import { sampleOrganization } from '#engine/test-support/sample-records.ts'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { SamplePids } from './test-support/hostile/crud-calls.ts'
import { malformedCall } from './test-support/hostile/malformed.ts'
import type { MalformedCall } from './test-support/hostile/malformed.ts'
import { sendMalformed } from './test-support/hostile/send-malformed.ts'
import type { MalformedResponse } from './test-support/hostile/send-malformed.ts'

/** `PROVE=1` makes all calls, on PostgreSQL. `CALLS` sets another number. */
const isProof = process.env['PROVE'] === '1'
const count = Number(process.env['CALLS'] ?? (isProof ? 100_000 : 1_500))
const seed = process.env['SEED'] ?? '20261122'
/**
 * Longest duration of a call. Without `PROVE` the limit is higher, because other tests run in parallel and
 * the database runs in this thread.
 */
const maxMs = isProof ? 1_000 : 10_000
/** New callers are created after this number of calls, since some calls end sessions. */
const callsOfACaller = 500

let portal: TestApp
let port: number
let pids: SamplePids
const routes: string[] = []

function noteRoutes(message: unknown): void {
  const app: FastifyInstance = Reflect.get(Object(message), 'fastify')
  app.addHook('onRoute', ({ method, url }) => {
    routes.push(...[method].flat().map((each) => `${each} ${url}`))
  })
}

/**
 * A record of every collection, and added fields of every type, one of them with a value that no call would
 * write.
 */
async function givenRecords(): Promise<SamplePids> {
  const superadmin = await portal.given.user({ role: 'superadmin' })
  const sample = await sampleOrganization(portal, superadmin, 'alpha')
  const types = {
    inspected: 'datetime',
    surveyed: 'date',
    area: 'number',
    bond: 'money',
    historic: 'boolean',
    color: 'text',
  }
  for (const [name, type] of Object.entries(types)) {
    const body = { name, label: name, type, masked: false }
    assert.equal(
      (await portal.crud(superadmin, { apiPath: 'permits/fields', method: 'POST', body })).statusCode,
      201,
    )
  }
  const custom = {
    inspected: '+010000-01-01T11:59:59.000Z',
    surveyed: 'soon',
    area: 'NaN',
    bond: 1.5,
    historic: 'maybe',
  }
  await portal.deps.database.query('update permits set custom = $2::jsonb where pid = $1', [
    sample.pids.permits,
    JSON.stringify(custom),
  ])
  return sample.pids
}

/** What is wrong with a refusal, or null. Every refused call of `/api` must get a problem with a sentence. */
function wrongRefusal(call: MalformedCall, { status, type, text }: MalformedResponse): string | null {
  if ('raw' in call || status < 400 || call.method === 'HEAD' || !call.route.includes('/api/')) return null
  // Node refuses requests with too large or unreadable headers before Fastify gets them.
  if (text === '' && (status === 400 || status === 431 || status === 417)) return null
  if (!type.startsWith('application/problem+json')) return `answers ${type}`
  const problem = Problem.safeParse(JSON.parse(text))
  return problem.success && problem.data.detail.trim() !== '' ? null : 'has no detail'
}

before(async () => {
  subscribe('fastify.initialization', noteRoutes)
  portal = await (isProof ? startOnPostgres : startTestApp)({ environment: { rateLimitPerMinute: 0 } })
  unsubscribe('fastify.initialization', noteRoutes)
  const address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
  pids = await givenRecords()
})
after(() => portal.close())

const summary = (call: MalformedCall) =>
  'raw' in call
    ? `${call.route} raw ${JSON.stringify(call.raw.toString('latin1').slice(0, 200))}`
    : `${call.route} ${call.method} ${call.path.slice(0, 300)} ${JSON.stringify(call.headers).slice(0, 300)} ${JSON.stringify(call.body?.toString('latin1').slice(0, 400) ?? null)}`

test(`${count} malformed calls over every route get a readable problem, never a 5xx or a hang (F11, F12), seed ${seed}`, async () => {
  const random = createRandom(`malformed ${seed}`)
  const wrong: string[] = []
  const statuses = new Map<number, number>()
  const one = pLimit(isProof ? 4 : 2)
  const isSlow = async (call: MalformedCall, ms: number) => {
    // A call that was slow because the machine was busy is fast when it is repeated. Three slow repetitions
    // are a hang.
    for (let tries = 0, took = ms; took > maxMs; tries += 1) {
      if (tries === 3) return true
      took = (await sendMalformed(port, call)).ms
    }
    return false
  }
  for (let made = 0; made < count; made += callsOfACaller) {
    const { superadmin, admin, team, client } = await portal.given.everyRole()
    const cookies = [
      '',
      ...(await Promise.all(
        [superadmin, superadmin, admin, team, client].map((person) => portal.given.cookieOf(person)),
      )),
    ]
    const calls = Array.from({ length: Math.min(callsOfACaller, count - made) }, (_, at) => {
      const route = random.chance(0.4) ? 'POST /api/crud' : (routes[(made + at) % routes.length] ?? '')
      return malformedCall(random, route, random.pick(cookies), pids)
    })
    await Promise.all(
      calls.map((call) =>
        one(async () => {
          const response = await sendMalformed(port, call)
          const { status, ms } = response
          const refusal = wrongRefusal(call, response)
          if (refusal !== null)
            wrong.push(`${status} ${refusal}: ${response.text.slice(0, 100)}: ${summary(call)}`)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status >= 500) wrong.push(`${status}: ${summary(call)}`)
          if (status === 0 && !('raw' in call)) wrong.push(`no answer: ${summary(call)}`)
          if (await isSlow(call, ms)) wrong.push(`${Math.round(ms)} ms: ${summary(call)}`)
        }),
      ),
    )
  }
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} in all`)
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/health`)).status, 200)
  const heard = [...statuses.values()].reduce((sum, number) => sum + number, 0)
  assert.equal(heard, count)
  assert.ok(
    routes.length > 80 && (statuses.get(200) ?? 0) > 0 && (statuses.get(400) ?? 0) > count / 20,
    JSON.stringify([...statuses]),
  )
})

test('F11: a NUL in a URL never reaches the database: 404 in the path, 400 in the query', async () => {
  const superadmin = await portal.given.user({ role: 'superadmin' })
  for (const [url, status] of [
    ['/api/auth/users/%00/sessions', 404],
    ['/api/auth/users/a%00b/passkeys', 404],
    ['/api/mail/messages?mailbox=%00', 400],
    ['/api/auth/audit?kind=a%00', 400],
  ] as const)
    assert.equal((await portal.send({ method: 'GET', url }, superadmin)).statusCode, status, url)
})

test('a URL that starts with two slashes is a path of the portal', async () => {
  for (const [url, status] of [
    ['//%5B%5D', 404],
    ['//%5c/.', 404],
    ['//evil.example/login', 404],
    ['/login', 200],
  ] as const) {
    const { statusCode } = await portal.send({ method: 'GET', url, headers: { accept: 'text/html' } })
    // Without a built shell there is no document, so a page may return another status.
    assert.ok(statusCode < 500 && (status === 404 ? statusCode !== 200 : true), `${url}: ${statusCode}`)
  }
})
