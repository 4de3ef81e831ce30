import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectionNames, collections } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import type { LightMyRequestResponse } from 'fastify'
import { sampleOrganization } from '#records/test-support/sample-records.ts'
import type { SampleOrganization } from '#records/test-support/sample-records.ts'
import type { Person } from './test-support/given.ts'
import { startTestApp } from './test-support/start-test-app.ts'
import type { TestApp } from './test-support/start-test-app.ts'

/** Endpoint x role x own or foreign organization x collection, against the tables of domain.md section 5 written down once more by hand. */

const viewers = ['stranger', 'waiting', 'client', 'team', 'admin', 'superadmin'] as const
type Viewer = (typeof viewers)[number]
/** What a call may come to: `open` is everything that is none of the three refusals and no fault. */
type Verdict = 'unauthenticated' | 'forbidden' | 'not-found' | 'open'

let portal: TestApp
let own: SampleOrganization
let foreign: SampleOrganization
let people: Record<Exclude<Viewer, 'stranger'>, Person>
let cases = 0
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  const staff = await portal.given.everyRole()
  own = await sampleOrganization(portal, staff.superadmin, 'ownmark')
  foreign = await sampleOrganization(portal, staff.superadmin, 'foreignmark')
  people = { ...staff, client: own.client, waiting: await portal.given.user({ role: null, status: 'PENDING_APPROVAL' }) }
})
after(() => portal.close())

/** Collections whose lists are closed to a role. Source: domain.md section 5. */
const closedLists: Readonly<Record<'client' | 'team', readonly CollectionName[]>> = { client: ['users', 'orgs', 'tasks'], team: ['users', 'orgs'] }
/** What a role may not make; a body without content is then refused as such. */
const closedCreation: Readonly<Record<'client' | 'team', readonly CollectionName[]>> = {
  client: collectionNames.filter((name) => name !== 'permits' && name !== 'processed'),
  team: ['users', 'orgs', 'alerts', 'notifications'],
}
/** What a client may change at all: an own draft, and whether they have read an own alert. */
const clientChanges: readonly CollectionName[] = ['permits', 'processed', 'alerts']

interface Asked {
  viewer: Viewer
  collection: CollectionName
  isOwn: boolean
}

const isStaff = (viewer: Viewer) => viewer === 'team' || viewer === 'admin' || viewer === 'superadmin'
const isAdministrator = (viewer: Viewer) => viewer === 'admin' || viewer === 'superadmin'

function admitted(viewer: Viewer): Verdict | null {
  if (viewer === 'stranger') return 'unauthenticated'
  return viewer === 'waiting' ? 'forbidden' : null
}

/** Is the row within what the viewer may see? Alerts are each person's own, and those of the sample are the clients'. */
function isInScope({ viewer, collection, isOwn }: Asked): boolean {
  if (collection === 'alerts') return viewer === 'client' && isOwn
  return isStaff(viewer) || isOwn
}

function listVerdict({ viewer, collection }: Asked): Verdict {
  if (viewer === 'client' || viewer === 'team') return admitted(viewer) ?? (closedLists[viewer].includes(collection) ? 'forbidden' : 'open')
  return admitted(viewer) ?? 'open'
}

function readVerdict(asked: Asked): Verdict {
  // A client reads their own organization's record, though not the list of them.
  const isOrgOfClient = asked.viewer === 'client' && asked.collection === 'orgs'
  const verdict = isOrgOfClient ? 'open' : listVerdict(asked)
  return verdict === 'open' && !isInScope(asked) ? 'not-found' : verdict
}

function changeVerdict(asked: Asked): Verdict {
  const { viewer, collection, isOwn } = asked
  if (viewer === 'client' && !clientChanges.includes(collection)) return 'forbidden'
  if (viewer === 'team' && collection === 'notifications') return 'forbidden'
  const verdict = readVerdict(asked)
  // An own permit that is no draft any more may be seen and not changed.
  return viewer === 'client' && verdict === 'open' && isOwn && collection !== 'alerts' ? 'forbidden' : verdict
}

/** Files of a task are asked for whichever of its two views it is in: to a client the task is not there rather than closed. */
function filesVerdict(asked: Asked): Verdict {
  return asked.viewer === 'client' && asked.collection === 'tasks' ? 'not-found' : readVerdict(asked)
}

function deleteVerdict(asked: Asked): Verdict {
  if (isAdministrator(asked.viewer)) return readVerdict(asked)
  const verdict = admitted(asked.viewer)
  if (verdict !== null || asked.viewer === 'team') return verdict ?? 'forbidden'
  return asked.collection === 'permits' || asked.collection === 'processed' ? changeVerdict(asked) : 'forbidden'
}

const administratorsVerdict = ({ viewer }: Asked): Verdict => admitted(viewer) ?? (isAdministrator(viewer) ? 'open' : 'forbidden')

function createVerdict({ viewer, collection }: Asked): Verdict {
  if (viewer === 'client' || viewer === 'team') return closedCreation[viewer].includes(collection) ? 'forbidden' : 'open'
  return admitted(viewer) ?? 'open'
}

const verdicts: Readonly<Record<number, Verdict>> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'not-found' }

interface Endpoint {
  name: string
  expected: (asked: Asked) => Verdict
  send: (viewer: Viewer, collection: CollectionName, pid: string) => Promise<LightMyRequestResponse>
  /** How many rows the answer tells of; then only rows in scope may be counted. */
  rows?: (answer: LightMyRequestResponse) => number
  /** Calls that would do something are sent only where they are to be refused. */
  refusalsOnly?: boolean
}

const personOf = (viewer: Viewer): Person | undefined => (viewer === 'stranger' ? undefined : people[viewer])

const crud =
  (
    method: string,
    path: (collection: CollectionName, pid: string) => string,
    rest: (collection: CollectionName, pid: string) => object = () => ({}),
  ) =>
  (viewer: Viewer, collection: CollectionName, pid: string) =>
    portal.send(
      {
        method: 'POST',
        url: '/api/crud',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ apiPath: path(collection, pid), method, ...rest(collection, pid) }),
      },
      personOf(viewer),
    )
const get = (url: (collection: CollectionName, pid: string) => string) => (viewer: Viewer, collection: CollectionName, pid: string) =>
  portal.send({ method: 'GET', url: url(collection, pid) }, personOf(viewer))

const counted = (answer: LightMyRequestResponse) => answer.json<{ metadata: { count: number } }>().metadata.count
const titleField = (collection: CollectionName) => collections[collection].titleField
const named = (pid: string) => ({ query: { filter: { pid } } })

const endpoints: readonly Endpoint[] = [
  {
    name: 'list',
    expected: listVerdict,
    send: crud(
      'GET',
      (name) => name,
      (_, pid) => named(pid),
    ),
    rows: counted,
  },
  {
    name: 'list by equality',
    expected: listVerdict,
    send: crud(
      'GET',
      (name) => name,
      (_, pid) => ({ query: { pid } }),
    ),
    rows: counted,
  },
  {
    name: 'search',
    expected: listVerdict,
    send: crud(
      'GET',
      (name) => `${name}/search`,
      (_, pid) => ({ query: { searchToken: '', filter: { pid } } }),
    ),
    rows: counted,
  },
  {
    name: 'count',
    expected: listVerdict,
    send: crud(
      'GET',
      () => 'count',
      (collection, pid) => ({ query: { collection, aggregate: [{ match: { pid } }, { count: 'total' }] } }),
    ),
    rows: (answer) => answer.json<{ total: number }>().total,
  },
  {
    name: 'distinct values',
    expected: listVerdict,
    send: crud(
      'GET',
      (name) => `${name}/fields/${titleField(name)}`,
      (_, pid) => named(pid),
    ),
    rows: (answer) => answer.json<{ values: { count: number }[] }>().values.reduce((sum, { count }) => sum + count, 0),
  },
  {
    name: 'distinct moments',
    expected: listVerdict,
    send: crud(
      'GET',
      (name) => `${name}/fields/createdAt`,
      (_, pid) => named(pid),
    ),
    rows: (answer) => answer.json<{ values: { count: number }[] }>().values.reduce((sum, { count }) => sum + count, 0),
  },
  {
    name: 'groups',
    expected: listVerdict,
    send: crud(
      'GET',
      (name) => `${name}/groups`,
      (_, pid) => ({ query: { groupBy: 'createdAt', filter: { pid } } }),
    ),
    rows: (answer) => answer.json<{ groups: { count: number }[] }>().groups.reduce((sum, { count }) => sum + count, 0),
  },
  {
    name: 'export',
    expected: listVerdict,
    send: get((name, pid) => `/api/export/${name}?format=csv&filter=${encodeURIComponent(JSON.stringify({ pid }))}`),
    rows: (answer) => answer.body.trim().split('\n').length - 1,
  },
  { name: 'one record', expected: readVerdict, send: crud('GET', (name, pid) => `${name}/${pid}`) },
  { name: 'notes', expected: readVerdict, send: crud('GET', (name, pid) => `${name}/${pid}/notes`) },
  { name: 'history', expected: readVerdict, send: crud('GET', (name, pid) => `${name}/${pid}/history`) },
  { name: 'related', expected: readVerdict, send: crud('GET', (name, pid) => `${name}/${pid}/related`) },
  { name: 'files', expected: filesVerdict, send: get((name, pid) => `/api/aws/listFiles?parentId=${name}/${pid}`) },
  {
    name: 'change',
    expected: changeVerdict,
    send: crud(
      'PATCH',
      (name, pid) => `${name}/${pid}`,
      () => ({ body: { version: 2_147_483_647 } }),
    ),
  },
  { name: 'restore', expected: administratorsVerdict, send: crud('POST', (name, pid) => `${name}/${pid}/restore`), refusalsOnly: true },
  { name: 'delete', expected: deleteVerdict, send: crud('DELETE', (name, pid) => `${name}/${pid}`), refusalsOnly: true },
  {
    name: 'make',
    expected: createVerdict,
    send: crud(
      'POST',
      (name) => name,
      () => ({ body: {} }),
    ),
  },
  { name: 'sessions of a person', expected: administratorsVerdict, send: get((_, pid) => `/api/auth/users/${pid}/sessions`), refusalsOnly: true },
  { name: 'access requests', expected: administratorsVerdict, send: get(() => '/api/auth/requests') },
  { name: 'links', expected: administratorsVerdict, send: get(() => '/api/auth/links') },
  { name: 'audit', expected: administratorsVerdict, send: get(() => '/api/auth/audit?pageSize=1') },
]

async function judge(endpoint: Endpoint, asked: Asked): Promise<string[]> {
  const { viewer, collection, isOwn } = asked
  const expected = endpoint.expected(asked)
  if (endpoint.refusalsOnly === true && expected === 'open') return []
  cases += 1
  const answer = await endpoint.send(viewer, collection, (isOwn ? own : foreign).pids[collection])
  const where = `${endpoint.name} of ${isOwn ? 'own' : 'foreign'} ${collection} as ${viewer}`
  const verdict = verdicts[answer.statusCode] ?? 'open'
  const wrong = answer.statusCode >= 500 || verdict !== expected ? [`${where}: ${answer.statusCode}, not ${expected}`] : []
  if (wrong.length > 0 || expected !== 'open' || endpoint.rows === undefined || answer.statusCode >= 400) return wrong
  const rows = endpoint.rows(answer)
  return rows === (isInScope(asked) ? 1 : 0) ? [] : [`${where}: tells of ${rows} rows`]
}

for (const viewer of viewers) {
  test(`${viewer}: every endpoint on every collection answers as domain.md section 5 says, for the own and the foreign organization`, async () => {
    const wrong: string[] = []
    for (const collection of collectionNames) {
      for (const isOwn of [true, false]) for (const endpoint of endpoints) wrong.push(...(await judge(endpoint, { viewer, collection, isOwn })))
    }
    assert.deepEqual(wrong, [])
  })
}

test('the matrix has at least 2,000 cases (issue 4)', () => {
  assert.ok(cases >= 2_000, `${cases} cases`)
})
