import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectionNames, collections } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import type { LightMyRequestResponse } from 'fastify'
import { createCast, movingCollections, secrets, viewers } from '#test-support/access-matrix/cast.ts'
import type { Cast, Place, Viewer } from '#test-support/access-matrix/cast.ts'
import { endpoints, maskedEndpoints } from '#test-support/access-matrix/endpoints.ts'
import type { Endpoint } from '#test-support/access-matrix/endpoints.ts'
import { isClient, isInScope, readVerdict } from '#test-support/access-matrix/verdicts.ts'
import type { AccessQuestion, Verdict } from '#test-support/access-matrix/verdicts.ts'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/**
 * Endpoint x role and position x own, foreign or moved record x collection, checked against the
 * tables in access-matrix/verdicts.ts.
 */

let portal: TestApp
let cast: Cast
let cases = 0
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  cast = await createCast(portal)
})
after(() => portal.close())

const verdicts: Readonly<Record<number, Verdict>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
}

/**
 * Classifies a response. An expected 400 for a field that does not exist is `unknown`. Every other 400 counts
 * as `open`, because access is checked before the content of the request.
 */
function verdictOf({ statusCode, body }: LightMyRequestResponse, expected: Verdict): Verdict {
  if (expected === 'unknown')
    return statusCode === 400 && body.includes('there is no field')
      ? 'unknown'
      : (verdicts[statusCode] ?? 'open')
  return verdicts[statusCode] ?? 'open'
}

const personOf = (viewer: Viewer) => (viewer === 'stranger' ? undefined : cast.people[viewer])

/**
 * Secrets in a response that the organization's own people may not read. The title of a record that moved to
 * the organization is not a leak.
 */
function leaksIn({ body }: LightMyRequestResponse, { viewer }: AccessQuestion): string[] {
  return isClient(viewer) ? Object.values(secrets).filter((secret) => body.includes(secret)) : []
}

async function judge(endpoint: Endpoint, asked: AccessQuestion): Promise<string[]> {
  const { viewer, collection, place } = asked
  const expected = endpoint.expected(asked)
  if (
    endpoint.only?.includes(collection) === false ||
    (endpoint.refusalsOnly === true && expected === 'open')
  )
    return []
  cases += 1
  const request = endpoint.request(collection, cast.places[place].pids[collection])
  const response = await portal.send(request, personOf(viewer))
  const where = `${endpoint.name} of ${place} ${collection} as ${viewer}`
  const verdict = verdictOf(response, expected)
  // The 400 repeats the unknown field name that the caller sent, so it is not a leak.
  const leaks =
    expected === 'unknown'
      ? []
      : leaksIn(response, asked).map((word) => `${where}: tells ${word}: ${response.body.slice(0, 300)}`)
  const isWrong = response.statusCode >= 500 || verdict !== expected
  const wrong = isWrong
    ? [...leaks, `${where}: ${response.statusCode}, not ${expected}: ${response.body.slice(0, 200)}`]
    : leaks
  if (wrong.length > 0 || expected !== 'open' || endpoint.rows === undefined || response.statusCode >= 400)
    return wrong
  const rows = endpoint.rows(response, cast.places[place].pids[collection])
  return rows === (isInScope(asked) ? 1 : 0) ? [] : [`${where}: tells of ${rows} rows`]
}

async function judgeAll(
  viewer: Viewer,
  names: readonly CollectionName[],
  places: readonly Place[],
  asked: readonly Endpoint[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const collection of names) {
    for (const place of places)
      for (const endpoint of asked) wrong.push(...(await judge(endpoint, { viewer, collection, place })))
  }
  return wrong
}

for (const viewer of viewers) {
  test(`${viewer}: every endpoint follows domain.md 5 and contract.md 11.3, for own and foreign records`, async () => {
    assert.deepEqual(await judgeAll(viewer, collectionNames, ['own', 'foreign'], endpoints), [])
  })

  test(`${viewer}: only staff can reach a masked added field, on every endpoint (S-14)`, async () => {
    assert.deepEqual(await judgeAll(viewer, collectionNames, ['own'], maskedEndpoints), [])
  })

  test(`${viewer}: a moved record and everything attached to it belong to the new organization only (S-09)`, async () => {
    const ofRecords = endpoints.filter(({ isOfRecord }) => isOfRecord === true)
    assert.deepEqual(await judgeAll(viewer, movingCollections, ['moved away', 'moved here'], ofRecords), [])
  })
}

/** Reads record events from a stream until the record `last` arrives; returns the pids of all of them. */
async function toldBy(stream: EventStream, last: string): Promise<Set<string>> {
  const told = new Set<string>()
  for (;;) {
    const { pid } = Object((await stream.next('record')).data)
    told.add(String(pid))
    if (pid === last) return told
  }
}

test('a stream delivers only events of records the person may read, including moved records', async () => {
  const places: readonly Place[] = ['own', 'foreign', 'moved away', 'moved here']
  const records = places.flatMap((place) =>
    collectionNames
      .filter(
        (collection) =>
          collection !== 'alerts' &&
          (place === 'own' || place === 'foreign' || movingCollections.includes(collection)),
      )
      .map((collection) => ({ place, collection, pid: cast.places[place].pids[collection] })),
  )
  // The own organization's permit is written last. Every person in this test may read it, so its event marks
  // the end of each stream.
  const [, ...later] = records.toSorted(
    (a, b) =>
      Number(a.collection === 'permits' && a.place === 'own') -
      Number(b.collection === 'permits' && b.place === 'own'),
  )
  const written = [records.find((record) => !later.includes(record)), ...later].filter(
    (record) => record !== undefined,
  )
  const last = cast.places.own.pids.permits
  const streams: [Viewer, EventStream][] = []
  for (const viewer of viewers) {
    const person = personOf(viewer)
    if (person === undefined || viewer === 'waiting') continue
    streams.push([viewer, await openStream(portal.app, await portal.given.cookieOf(person))])
  }
  try {
    for (const { collection, pid } of written) {
      const { table, name } = collections[collection]
      await portal.deps.database.query(
        `with saved as (update ${table} set version = version + 1 where pid = $1 returning version)
         insert into history (at, collection, pid, action, version, actor, changes) select now(), $2, $1, 'update', version, null, '[]' from saved`,
        [pid, name],
      )
    }
    const wrong: string[] = []
    for (const [viewer, stream] of streams) {
      const told = await toldBy(stream, last)
      for (const { place, collection, pid } of written) {
        cases += 1
        const mayHear = readVerdict({ viewer, collection, place }) === 'open'
        if (told.has(pid) !== mayHear)
          wrong.push(`${viewer} ${mayHear ? 'does not hear' : 'hears'} of ${place} ${collection}`)
      }
    }
    assert.deepEqual(wrong, [])
  } finally {
    for (const [, stream] of streams) stream.close()
  }
})

test('the matrix has at least 4,000 cases (issue 16)', (context) => {
  context.diagnostic(`${cases} cases`)
  assert.ok(cases >= 4_000, `${cases} cases`)
})
