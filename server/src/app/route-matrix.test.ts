import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import { MadeDeployToken } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { callers, groupNames, groups, inner, notLetIn, table } from './test-support/route-table.ts'
import type { Caller, Group } from './test-support/route-table.ts'

/**
 * Every route of the server x every caller, checked against a table that is written by hand. A route that is
 * missing from the table fails the test. access-matrix.test.ts tests access to records.
 */

const Method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const elsewhere = '198.51.100.7'
const remote = 'ports'

let portal: TestApp
let people: Record<'waiting' | 'client' | 'team' | 'admin' | 'superadmin', Person>
let tokens: Record<'own token' | 'foreign token' | 'revoked token', string>
const declared: string[] = []

/** Records every route of a server that is built while this is subscribed. */
function noteRoutes(message: unknown): void {
  const app: FastifyInstance = Reflect.get(Object(message), 'fastify')
  app.addHook('onRoute', ({ method, url }) => {
    declared.push(...[method].flat().map((each) => `${each} ${url}`))
  })
}

async function makeToken(name: string): Promise<MadeDeployToken> {
  const payload = { remote: name, label: `Deploys ${name}` }
  return MadeDeployToken.parse(
    (await portal.send({ method: 'POST', url: '/api/federation/tokens', payload }, people.admin)).json(),
  )
}

before(async () => {
  subscribe('fastify.initialization', noteRoutes)
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  unsubscribe('fastify.initialization', noteRoutes)
  people = {
    ...(await portal.given.everyRole()),
    waiting: await portal.given.user({ role: null, status: 'PENDING_APPROVAL' }),
  }
  const revoked = await makeToken(remote)
  tokens = {
    'own token': (await makeToken(remote)).token,
    'foreign token': (await makeToken('bridges')).token,
    'revoked token': revoked.token,
  }
  assert.equal(
    (await portal.send({ method: 'DELETE', url: `/api/federation/tokens/${revoked.pid}` }, people.admin))
      .statusCode,
    204,
  )
})
after(() => portal.close())

const isToken = (caller: Caller): caller is keyof typeof tokens => Object.hasOwn(tokens, caller)
const personOf = (caller: Caller): Person | undefined =>
  isToken(caller) || caller === 'stranger' ? undefined : people[caller]

/** The status that refuses a caller; null if the caller is admitted. */
function refusalFor(group: Group, caller: Caller): 401 | 403 | null {
  const admitted: readonly Caller[] = groups[group]
  if (admitted.includes(caller)) return null
  // A deploy token is valid for its own remote only. On all other routes it counts as no credential.
  const knowsToken = groups[group].some((each) => each === 'own token')
  if (isToken(caller)) return knowsToken && caller === 'foreign token' ? 403 : 401
  if (
    caller === 'stranger' ||
    group === 'the token of that remote' ||
    group === 'administrators and METRICS_TOKEN'
  )
    return 401
  return 403
}

async function call(route: string, caller: Caller, payload?: object) {
  const [method = '', path = ''] = route.split(' ')
  const place = path.replace(':name', remote).replace(/:\w+/g, 'nothing').replace('*', 'nothing.js')
  const url = path.endsWith('/can-deploy') ? `${place}?remote=${remote}` : place
  const headers = isToken(caller) ? { authorization: `Bearer ${tokens[caller]}` } : {}
  const body = payload === undefined ? {} : { payload }
  return portal.send(
    { method: Method.parse(method), url, headers, remoteAddress: elsewhere, ...body },
    personOf(caller),
  )
}

interface Heard {
  status: number
  type: unknown
}

/** Describes how a response differs from the table; null if it agrees. */
function judge(what: string, { status, type }: Heard, expected: 401 | 403 | null): string | null {
  if (status >= 500) return `${what}: ${status}`
  if (expected !== null) return status === expected ? null : `${what}: ${status}, not ${expected}`
  return status === 401 || type === 'forbidden' ? `${what}: turned away with ${status}` : null
}

test('the table lists exactly the routes of the server', () => {
  // HEAD is GET without the body.
  const routes = declared.filter((route) => !route.startsWith('HEAD '))
  assert.deepEqual(routes.toSorted(), Object.values(table).flat().toSorted())
})

for (const caller of callers) {
  test(`${caller}: every route admits or refuses as the table says (contract.md 8 and 10)`, async () => {
    const wrong: (string | null)[] = []
    for (const group of groupNames) {
      const expected = refusalFor(group, caller)
      for (const route of table[group]) {
        const turnedAway = expected !== null
        if (!turnedAway && (group === 'public' || notLetIn.has(route))) continue
        const response = await call(route, caller)
        const isProblem = String(response.headers['content-type']).includes('problem+json')
        wrong.push(
          judge(
            route,
            { status: response.statusCode, type: isProblem ? response.json().type : undefined },
            expected,
          ),
        )
      }
    }
    assert.deepEqual(
      wrong.filter((each) => each !== null),
      [],
    )
  })
}

for (const group of ['any role', 'administrators'] as const) {
  const calls = inner[group]
  test(`/api/crud calls ${calls.join(', ')} are for ${group} (contract.md 4)`, async () => {
    const wrong: (string | null)[] = []
    for (const each of calls) {
      const [method = '', address = ''] = each.split(' ')
      const [apiPath = '', collection] = address.split('?collection=')
      const query = collection === undefined ? {} : { query: { collection } }
      for (const caller of callers) {
        const expected = refusalFor(group, caller)
        // Calls that change the portal are sent only by callers who are refused. POST read-all changes only
        // the caller's own alerts.
        if (expected === null && group === 'administrators') continue
        const response = await call('POST /api/crud', caller, {
          apiPath,
          method,
          ...query,
          ...(method === 'GET' ? {} : { body: {} }),
        })
        wrong.push(
          judge(
            `${each} as ${caller}`,
            { status: response.statusCode, type: response.json().type },
            expected,
          ),
        )
      }
    }
    assert.deepEqual(
      wrong.filter((each) => each !== null),
      [],
    )
  })
}

test('a token is shown once: no list, log line or response repeats it or its hash (contract.md 8)', async () => {
  const listed = await portal.send({ method: 'GET', url: '/api/federation/tokens' }, people.superadmin)
  const audit = await portal.send({ method: 'GET', url: '/api/auth/audit' }, people.superadmin)
  const all = [listed.body, audit.body, ...portal.logged].join('\n')
  for (const token of Object.values(tokens)) assert.equal(all.includes(token.replace('deploy_', '')), false)
  assert.equal(/token_?hash/i.test(all), false)
  assert.equal(listed.json().tokens.length, 3)
})
