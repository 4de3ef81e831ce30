import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, test } from 'node:test'
import { MadeDeployToken } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/**
 * Every route of the server x every caller, checked against a table that is written by hand. A route that is
 * missing from the table fails the test. access-matrix.test.ts tests access to records.
 */

const callers = [
  'stranger',
  'waiting',
  'client',
  'team',
  'admin',
  'superadmin',
  'own token',
  'foreign token',
  'revoked token',
] as const
type Caller = (typeof callers)[number]

/** Who may call the routes of a group. For `public` routes the test checks only that no caller is refused. */
const groups = {
  public: callers,
  'any session': ['waiting', 'client', 'team', 'admin', 'superadmin'],
  'any role': ['client', 'team', 'admin', 'superadmin'],
  clients: ['client'],
  staff: ['team', 'admin', 'superadmin'],
  administrators: ['admin', 'superadmin'],
  'administrators and any deploy token': ['admin', 'superadmin', 'own token', 'foreign token'],
  'administrators and METRICS_TOKEN': ['admin', 'superadmin'],
  superadmins: ['superadmin'],
  'administrators and the token of that remote': ['admin', 'superadmin', 'own token'],
  'the token of that remote': ['own token'],
} as const satisfies Record<string, readonly Caller[]>
type Group = keyof typeof groups
const groupNames = [
  'public',
  'any session',
  'any role',
  'clients',
  'staff',
  'administrators',
  'administrators and any deploy token',
  'administrators and METRICS_TOKEN',
  'superadmins',
  'administrators and the token of that remote',
  'the token of that remote',
] as const

const table: Readonly<Record<Group, readonly string[]>> = {
  public: [
    'GET /*',
    'GET /api/auth/microsoft/start',
    'GET /api/calendar/feeds/:file',
    'GET /api/health',
    'GET /api/health/live',
    'GET /api/health/ready',
    'GET /auth/microsoft/callback',
    'GET /.well-known/portal-keys.json',
    'GET /.well-known/security.txt',
    'GET /builds/latest.json',
    'GET /federation/registry.json',
    'GET /remotes/:name/:version/*',
    'DELETE /api/auth/logout',
    'POST /api/auth/demo',
    'POST /api/auth/links/redeem',
    'POST /api/auth/recover',
    'POST /api/auth/setup',
    'POST /api/auth/sign-up',
    'POST /api/auth/sign-up/confirm',
    'GET /api/auth/unsubscribe',
    'POST /api/auth/unsubscribe',
    'POST /api/auth/webauthn/login/options',
    'POST /api/auth/webauthn/login/verify',
    'PUT /uploads',
  ],
  'any session': [
    'GET /api/auth/me',
    'GET /api/auth/passkeys',
    'GET /api/auth/proof',
    'GET /api/auth/sessions',
    'GET /api/routes/validate',
    'DELETE /api/auth/microsoft',
    'DELETE /api/auth/passkeys/:pid',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/:id',
    'PATCH /api/auth/passkeys/:pid',
    'POST /api/auth/recovery-codes',
    'POST /api/auth/webauthn/register/options',
    'POST /api/auth/webauthn/register/verify',
    'POST /api/auth/webauthn/step-up/options',
    'POST /api/auth/webauthn/step-up/verify',
    'POST /api/federation/loads',
    'POST /api/federation/vitals',
    'DELETE /api/federation/preview',
    'POST /api/federation/preview',
  ],
  'any role': [
    'GET /api/apps/:pid/access',
    'POST /api/apps/:pid/access',
    'DELETE /api/apps/:pid/access',
    'GET /api/apps/:pid/frame',
    'GET /api/remotes/:name/*',
    'POST /api/remotes/:name/*',
    'PUT /api/remotes/:name/*',
    'PATCH /api/remotes/:name/*',
    'DELETE /api/remotes/:name/*',
    'POST /api/apps/:pid/calls',
    'GET /api/auth/browsers',
    'GET /api/auth/preferences',
    'PATCH /api/auth/preferences',
    'GET /api/aws/listFiles',
    'GET /api/export/:collection',
    'GET /api/files/:pid/content',
    'GET /api/files/documents/:pid',
    'GET /api/files/permits/:pid',
    'GET /api/files/search',
    'GET /api/files/zip',
    'GET /api/jobs/:id',
    'GET /api/orgs/:pid/statement',
    'GET /api/payments/:pid/receipt',
    'GET /api/permits/:pid/response',
    'GET /api/stream',
    'DELETE /api/auth/browsers/:id',
    'DELETE /api/aws/deleteFile',
    'PATCH /api/auth/me',
    'GET /api/auth/me/profile',
    'PATCH /api/auth/me/profile',
    'PATCH /api/files/:pid',
    'POST /api/aws/createFile',
    'DELETE /api/calendar/feeds/:id',
    'GET /api/calendar/feeds',
    'POST /api/calendar/feeds',
    'POST /api/aws/markAsDone',
    'POST /api/crud',
    'POST /api/jobs/:id/undo',
    'POST /api/presence',
  ],
  // The handlers also require an organization administrator; the client of this test is one.
  clients: [
    'GET /api/auth/organization/people',
    'DELETE /api/auth/organization/people/:pid/link',
    'PATCH /api/auth/organization/people/:pid',
    'POST /api/auth/organization/people',
    'POST /api/auth/organization/people/:pid/disable',
    'POST /api/auth/organization/people/:pid/link',
  ],
  staff: [
    'GET /api/auth/me/absence',
    'PATCH /api/auth/me/absence',
    'POST /api/files/:pid/restore',
    'GET /api/mail/conversations',
    'GET /api/mail/drafts/:id',
    'GET /api/mail/folders',
    'GET /api/mail/identities',
    'GET /api/mail/messages',
    'GET /api/mail/messages/:id',
    'GET /api/mail/messages/:id/attachments/:aid',
    'GET /api/mail/messages/:id/body',
    'GET /api/mail/messages/:id/raw',
    'GET /api/mail/pictures',
    'GET /api/mail/recipients',
    'DELETE /api/mail/drafts/:id',
    'DELETE /api/mail/drafts/:id/attachments/:aid',
    'DELETE /api/mail/drafts/:id/send',
    'DELETE /api/mail/messages',
    'DELETE /api/mail/messages/:id',
    'DELETE /api/mail/messages/:id/link',
    'DELETE /api/mail/messages/:id/share',
    'PATCH /api/mail/drafts/:id',
    'PATCH /api/mail/messages',
    'PATCH /api/mail/messages/:id',
    'POST /api/mail/drafts',
    'POST /api/mail/drafts/:id/attachments',
    'POST /api/mail/drafts/:id/send',
    'POST /api/mail/messages/:id/attachments/:aid/save',
    'POST /api/mail/messages/:id/forward',
    'POST /api/mail/messages/:id/link',
    'POST /api/mail/messages/:id/reply',
    'POST /api/mail/messages/:id/replyAll',
    'POST /api/mail/messages/:id/resend',
    'POST /api/mail/messages/:id/share',
    'POST /api/mail/messages/:id/task',
  ],
  superadmins: [
    'DELETE /api/auth/freeze',
    'POST /api/auth/freeze',
    'POST /api/auth/sign-out-everybody',
    'DELETE /api/federation/origins',
    'POST /api/federation/origins',
  ],
  administrators: [
    'GET /api/apps',
    'POST /api/apps',
    'PATCH /api/apps/:pid',
    'DELETE /api/apps/:pid',
    'GET /api/approvals',
    'GET /api/auth/audit',
    'GET /api/auth/audit/export',
    'GET /api/auth/links',
    'GET /api/auth/requests',
    'GET /api/auth/users/:pid/passkeys',
    'GET /api/auth/users/:pid/sessions',
    'GET /api/background/jobs',
    'GET /api/delivery',
    'GET /api/export/observations',
    'GET /api/delivery/suppressed',
    'GET /api/background/tasks',
    'GET /api/files/deleted',
    'GET /api/federation/back-ends',
    'POST /api/federation/remotes/:name/back-end',
    'DELETE /api/federation/remotes/:name/back-end',
    'GET /api/federation/loads',
    'GET /api/federation/remotes',
    'GET /api/federation/remotes/:name/health',
    'GET /api/federation/remotes/:name/usage',
    'PATCH /api/federation/remotes/:name/target',
    'GET /api/federation/tokens',
    'DELETE /api/auth/users/:pid/link',
    'DELETE /api/auth/users/:pid/passkeys/:id',
    'DELETE /api/auth/users/:pid/sessions',
    'DELETE /api/auth/users/:pid/sessions/:id',
    'DELETE /api/federation/overrides',
    'DELETE /api/federation/previews/:pid',
    'DELETE /api/federation/tokens/:pid',
    'POST /api/approvals/:pid/approve',
    'POST /api/approvals/:pid/reject',
    'POST /api/approvals/:pid/withdraw',
    'POST /api/auth/requests/:pid/approve',
    'POST /api/auth/requests/:pid/reject',
    'POST /api/auth/users/:pid/link',
    'POST /api/background/jobs/:id/cancel',
    'POST /api/delivery/:id/resend',
    'POST /api/delivery/suppressed/lift',
    'POST /api/background/jobs/:id/retry',
    'POST /api/background/tasks/:name/run',
    'POST /api/federation/flags/:remote/:flag',
    'POST /api/federation/overrides',
    'POST /api/federation/remotes/:name/remove',
    'POST /api/federation/remotes/:name/restore',
    'POST /api/federation/tokens',
    'GET /api/federation/origins',
    'GET /api/import/:collection',
    'POST /api/import/:collection',
    'POST /api/import/:collection/preview',
  ],
  'administrators and any deploy token': [
    'GET /api/federation/types',
    'GET /api/federation/remotes/:name/types',
  ],
  'administrators and METRICS_TOKEN': ['GET /metrics'],
  'administrators and the token of that remote': [
    'GET /api/federation/can-deploy',
    'POST /api/federation/remotes/:name/activate',
    'POST /api/federation/remotes/:name/previews',
    'POST /api/federation/remotes/:name/versions/:version/trial',
    'POST /api/federation/remotes/:name/rollback',
  ],
  'the token of that remote': [
    'PUT /api/federation/remotes/:name/versions/:version',
    'PUT /api/federation/remotes/:name/versions/:version/maps',
  ],
}

/**
 * A successful call to these routes would end the session of the test or would never end. Other tests cover
 * them.
 */
const notLetIn = new Set([
  'DELETE /api/auth/logout',
  'DELETE /api/auth/sessions',
  'GET /api/stream',
  'POST /api/auth/demo',
])

/** Calls to the portal's own endpoints through /api/crud. Source: contract.md 2 and 4. */
const inner: Readonly<Record<'any role' | 'administrators', readonly string[]>> = {
  'any role': [
    'GET config',
    'GET alerts/count',
    'POST alerts/read-all',
    'GET views?collection=permits',
    'GET calendar?collection=permits',
    'GET watches',
    'GET permit-status-map',
    'GET permit-library',
  ],
  administrators: [
    'GET config/addresses',
    'GET config/storage',
    'PATCH config',
    'POST config/reset',
    'PATCH permit-status-map',
    'PATCH permit-library',
    'GET permit-library/file',
    'GET permit-library/schema',
    'GET permit-library/packs',
    'GET permit-library/packs/austin-building',
    'POST permit-library/preview',
    'POST permit-library/import',
    'PATCH requirements',
    'POST permit-status-map/publish',
    'POST permit-status-map/revert',
    'POST requirements/publish',
    'POST requirements/revert',
    'POST requirements/withdraw',
    'GET requirements/permits',
    'GET requirements/trial',
    'POST requirements/move',
    'POST permits/fields',
    'GET permits/removed_fields',
    'GET permits/fields/none/use',
    'DELETE permits/fields/none',
    'POST permits/fields/none/restore',
    'GET permits/deleted',
    'GET users/none/handover',
    'POST users/none/handover',
    'GET workload/assign',
    'POST workload/assign',
    'POST calendar/holidays',
  ],
}

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
