import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectionNames, collections } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import type { LightMyRequestResponse } from 'fastify'
import { createCast, movingCollections, secrets, viewers } from './test-support/access-matrix/cast.ts'
import type { Cast, Place, Viewer } from './test-support/access-matrix/cast.ts'
import { endpoints, maskedEndpoints } from './test-support/access-matrix/endpoints.ts'
import type { Endpoint } from './test-support/access-matrix/endpoints.ts'
import { isClient, isInScope, readVerdict } from './test-support/access-matrix/verdicts.ts'
import type { AccessQuestion, Verdict } from './test-support/access-matrix/verdicts.ts'
import { openStream } from './test-support/event-stream.ts'
import type { EventStream } from './test-support/event-stream.ts'
import { startTestApp } from './test-support/start-test-app.ts'
import type { TestApp } from './test-support/start-test-app.ts'

/**
 * Endpoint x role and position x own, foreign or moved record x collection, against the tables of
 * access-matrix/verdicts.ts.
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

/** What came of a call. A field there is none of is 400; other bad requests were judged after who may ask. */
function verdictOf({ statusCode, body }: LightMyRequestResponse, expected: Verdict): Verdict {
  if (expected === 'unknown')
    return statusCode === 400 && body.includes('there is no field')
      ? 'unknown'
      : (verdicts[statusCode] ?? 'open')
  return verdicts[statusCode] ?? 'open'
}

const personOf = (viewer: Viewer) => (viewer === 'stranger' ? undefined : cast.people[viewer])

/**
 * Words in an answer to the own organization's people that are not theirs to read; a record that came to it
 * brings its title along.
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
  const answer = await portal.send(request, personOf(viewer))
  const where = `${endpoint.name} of ${place} ${collection} as ${viewer}`
  const verdict = verdictOf(answer, expected)
  // A refused name of a field is told back to whoever asked for it, as any unknown name is.
  const leaks =
    expected === 'unknown'
      ? []
      : leaksIn(answer, asked).map((word) => `${where}: tells ${word}: ${answer.body.slice(0, 300)}`)
  const isWrong = answer.statusCode >= 500 || verdict !== expected
  const wrong = isWrong
    ? [...leaks, `${where}: ${answer.statusCode}, not ${expected}: ${answer.body.slice(0, 200)}`]
    : leaks
  if (wrong.length > 0 || expected !== 'open' || endpoint.rows === undefined || answer.statusCode >= 400)
    return wrong
  const rows = endpoint.rows(answer)
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
  test(`${viewer}: every endpoint on every collection answers as domain.md 5 and contract.md 11.3 say, for the own and the foreign organization`, async () => {
    assert.deepEqual(await judgeAll(viewer, collectionNames, ['own', 'foreign'], endpoints), [])
  })

  test(`${viewer}: a masked added field is for staff alone, however it is asked for (S-14)`, async () => {
    assert.deepEqual(await judgeAll(viewer, collectionNames, ['own'], maskedEndpoints), [])
  })

  test(`${viewer}: what moved to another organization is that organization's alone, with all that hangs on it (S-09)`, async () => {
    const ofRecords = endpoints.filter(({ isOfRecord }) => isOfRecord === true)
    assert.deepEqual(await judgeAll(viewer, movingCollections, ['moved away', 'moved here'], ofRecords), [])
  })
}

/** Waits for as long as a stream tells of something, then answers which records it told of. */
async function toldBy(stream: EventStream, last: string): Promise<Set<string>> {
  const told = new Set<string>()
  for (;;) {
    const { pid } = Object((await stream.next('record')).data)
    told.add(String(pid))
    if (pid === last) return told
  }
}

test('streams tell everybody of the records they may read and of no other, of those that moved as well', async () => {
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
  // A permit of the own organization's that everybody of the cast reads ends what each stream is listened to
  // for.
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
