import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections, fieldFinder, parseSort } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { linesOfKeys } from '../query/lines-of-keys.ts'
import { todayOf } from '../query/reading.ts'
import { listableRows } from '../query/visibility.ts'
import { rowOrder } from '../sql/sort-sql.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { exactTerms, matchTerms, searchTermsOf, textsSql } from './apply-search.ts'
import { readFoundPage } from './found-page.ts'
import type { SearchBounds } from './found-page.ts'
import { rankSql, searchRecords } from './search-records.ts'

const declaration = collections.permits
const titles = ['Garage at Maple', 'New roof', 'Kitchen of a garage', 'Deck', 'Window']
const permitCount = 60

let portal: TestApp
let team: Person
let actor: Actor
let pids: string[]
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  team = (await portal.given.everyRole()).team
  actor = { pid: team.pid, role: 'team', org: null }
  const org = await portal.given.org()
  pids = []
  for (let made = 0; made < permitCount; made += 1) {
    const title = made < 6 ? titles[made % 5] : titles[1 + 2 * (made % 2)]
    const description = made % 3 === 0 ? 'With an attached garage' : 'With a carport'
    const body = {
      title,
      org,
      permitType: 'BUILDING',
      description,
      targetDate: `2027-01-${10 + (made % 15)}`,
    }
    const response = await portal.crud(team, { apiPath: 'permits', method: 'POST', body })
    assert.equal(response.statusCode, 201, response.body)
    pids.push(response.json<{ pid: string }>().pid)
  }
})
after(() => portal.close())

/**
 * The page read within bounds as small as the data, beside what the search answers, which reads all matches.
 */
async function bothPages(
  token: string,
  sort: string | undefined,
  {
    page = 1,
    pageSize = 4,
    isLater = false,
    bounds,
  }: { page?: number; pageSize?: number; isLater?: boolean; bounds: SearchBounds },
) {
  const words = searchTermsOf(token)
  const rows = listableRows(declaration, actor, { today: todayOf(portal.deps, actor) })
  const terms = exactTerms(words)
  const found = matchTerms(rows, terms)
  const find = fieldFinder(declaration, actor)
  const rank =
    sort === undefined ? [{ value: rankSql(declaration, words), descending: false, neverNull: true }] : []
  const order = rowOrder(found, sort === undefined ? [] : parseSort(sort, find), find, rank)
  const stretch = { offset: (page - 1) * pageSize, limit: pageSize }
  const ranked = sort === undefined ? words : null
  const expected = await searchRecords(portal.deps, actor, declaration, {
    searchToken: token,
    page,
    pageSize,
    ...(sort !== undefined && { sort }),
  })
  const wanted = { rows, found, texts: textsSql(declaration, terms), order, stretch, ranked }
  portal.deps.counts.clear()
  const { keys, count } = await readFoundPage(portal.deps, wanted, isLater, bounds)
  return { read: { lines: await linesOfKeys(portal.deps, rows, keys), count }, expected }
}

const everyBounds: readonly SearchBounds[] = [
  { fewTexts: 0, walkedFrom: 0, walked: 60 },
  { fewTexts: 0, walkedFrom: 0, walked: 8 },
  { fewTexts: 30, walkedFrom: 1, walked: 30 },
]

test('a page of a search is the same whichever way it is read, and so is its count', async () => {
  for (const bounds of everyBounds) {
    for (const token of ['garage', 'carport', 'kitchen', 'nowhere']) {
      for (const sort of [undefined, '-createdAt', 'targetDate', '-org']) {
        for (const page of [1, 2]) {
          const { read, expected } = await bothPages(token, sort, { page, bounds })
          const what = `${token} by ${sort ?? 'rank'}, page ${page}, ${JSON.stringify(bounds)}`
          assert.equal(read.lines, expected.lines, what)
          assert.equal(read.count, expected.count, what)
        }
      }
    }
  }
})

test('a page that is known before its count does not wait for it, and is never beside a wrong one', async () => {
  const bounds = { fewTexts: 0, walkedFrom: 0, walked: permitCount }
  for (const sort of [undefined, '-createdAt']) {
    const { read, expected } = await bothPages('garage', sort, { isLater: true, bounds })
    assert.equal(read.count, null)
    assert.equal(read.lines, expected.lines)
  }
  const rare = await bothPages('kitchen', undefined, { isLater: true, bounds })
  assert.equal(rare.read.count, rare.expected.count, 'a page that is not full tells its count')
})
