import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { linesOfKeys } from '../query/lines-of-keys.ts'
import { read, todayOf } from '../query/reading.ts'
import { scopedRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { exactTerms, matchTerms, searchTermsOf } from './apply-search.ts'
import {
  commonWordPage,
  commonWordPageSql,
  decidedPage,
  fewTitlesPageSql,
  newestOf,
  titleContains,
} from './common-word-page.ts'
import { searchRecords } from './search-records.ts'
import { foldForSearch } from './search-text.ts'

/** Every rank of a search for `roofing`, with and without hyphens. */
const titles = [
  'Roofing',
  'Roofing at Maple',
  'Re-roofing of a garage',
  'Roof-ing at Maple',
  '-Roofing',
  'R-oofing deck',
  'Commercial roofing',
  'Reroofing at Maple',
  'Roof and deck',
  'R-epair of roofing',
  'Deck at Maple',
  'Deck at Oak',
  'Shed and deck',
]
const tokens = ['roofing', 'ROOFING', 'roofing at', 'reroofing', 'commercial roofing', 'roofing of a', 'deck']
const declaration = collections.permits

let portal: TestApp
let actors: Actor[]
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  const { team } = await portal.given.everyRole()
  const orgs = [await portal.given.org(), await portal.given.org()]
  const client = await portal.given.user({ role: 'client', org: orgs[0] ?? null })
  actors = [team, client].map(({ pid, role, org }: Person): Actor => ({ pid, role: role ?? 'team', org }))
  for (let made = 0; made < 78; made += 1) {
    const title = titles[(made * 7 + Math.floor(made / 10)) % titles.length] ?? ''
    const description = made % 4 === 0 ? 'With roofing of a shed' : ''
    const body = { title, org: orgs[made % 3 === 0 ? 1 : 0], permitType: 'BUILDING', description }
    const response = await portal.crud(team, { apiPath: 'permits', method: 'POST', body })
    assert.equal(response.statusCode, 201, response.body)
  }
})
after(() => portal.close())

interface Asked {
  searchToken: string
  actor: Actor
  pageSize: number
  page: number
  isEverywhere: boolean
}

/** What the page of a search is read from, and its lines when every match is ranked. */
async function searchOf({ searchToken, actor, pageSize, page, isEverywhere }: Asked) {
  const words = searchTermsOf(searchToken)
  const scope = isEverywhere ? ('all' as const) : undefined
  const rows = scopedRows(declaration, actor, todayOf(portal.deps, actor), scope)
  const found = matchTerms(rows, exactTerms(words))
  const stretch = { offset: (page - 1) * pageSize, limit: pageSize }
  const query = { searchToken, page, pageSize, ...(scope && { scope }) }
  const { lines } = await searchRecords(portal.deps, actor, declaration, query)
  return { words, rows, found, stretch, lines }
}

/** The page of a statement, or null if it did not decide the page. */
async function decided(rows: VisibleRows, statement: RawBuilder<unknown> | null): Promise<string | null> {
  const keys = await decidedPage(portal.deps, statement ?? assert.fail())
  return keys && linesOfKeys(portal.deps, rows, keys)
}

const numRuns = process.env['PROVE'] === '1' ? 3_000 : 150
const asked = {
  searchToken: fc.constantFrom(...tokens),
  viewer: fc.nat(1),
  pageSize: fc.integer({ min: 1, max: 8 }),
  page: fc.integer({ min: 1, max: 2 }),
  isEverywhere: fc.boolean(),
}
const newest = fc.option(fc.integer({ min: 20, max: 70 }), { nil: null })

test('a page of a common word that the newest rows and the index of titles decide is the page of all matches in their ranks', async () => {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({ ...asked, newest, mostGathered: fc.integer({ min: 0, max: 30 }) }),
      async ({ viewer, newest, mostGathered, ...question }) => {
        const actor = actors[viewer] ?? assert.fail()
        const { rows, found, words, stretch, lines } = await searchOf({ ...question, actor })
        const bounds = { newest, mostGathered }
        const page = await decided(rows, commonWordPageSql(rows, found, words, stretch, bounds))
        if (page === null) return
        filled += 1
        assert.equal(page, lines)
      },
    ),
    { numRuns },
  )
  assert.ok(filled > 15, `only ${filled} pages were decided`)
})

test('titles that begin with the word and are not gathered leave the titles after them undecided', async () => {
  const [actor = assert.fail()] = actors
  const question = { searchToken: 'deck', actor, pageSize: 8, page: 1, isEverywhere: false }
  const { rows, found, words, stretch, lines } = await searchOf(question)
  const bounds = { newest: 26, mostGathered: 8 }
  const page = await decided(rows, commonWordPageSql(rows, found, words, stretch, bounds))
  assert.ok(page === null || page === lines)
})

test('a page of a word in few titles is the page of all matches in their ranks', async () => {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(fc.record({ ...asked, newest }), async ({ viewer, newest, ...question }) => {
      const actor = actors[viewer] ?? assert.fail()
      const { rows, found, words, stretch, lines } = await searchOf({ ...question, actor })
      const containing = rows.narrowByOwn(titleContains(declaration, foldForSearch(words.join(' '))))
      const titled = await read(
        portal.deps,
        sql`select t.seq ${containing.from()}`,
        z.object({ seq: z.number() }),
      )
      const seqs = titled.map(({ seq }) => seq)
      const others = newestOf(found, stretch.offset + stretch.limit + seqs.length, newest)
      const page = await decided(rows, fewTitlesPageSql(rows, found, words, stretch, seqs, others))
      if (page === null) return
      filled += 1
      assert.equal(page, lines)
    }),
    { numRuns },
  )
  assert.ok(filled > 15, `only ${filled} pages were decided`)
})

test('a page of the beginning of a number is the page of all matches in their ranks', async () => {
  let filled = 0
  const searchToken = fc.constantFrom(
    'pm',
    'PM-',
    'pm2',
    'pm-202',
    'PM-2026',
    'pm2026-0',
    'pm202600',
    'pm2031',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.record({ ...asked, searchToken, newest }),
      async ({ viewer, newest, ...question }) => {
        const actor = actors[viewer] ?? assert.fail()
        const { rows, found, words, stretch, lines } = await searchOf({ ...question, actor })
        const keys = await commonWordPage(portal.deps, rows, found, words, stretch, newest)
        if (keys === null) return
        filled += 1
        assert.equal(await linesOfKeys(portal.deps, rows, keys), lines)
      },
    ),
    { numRuns },
  )
  assert.ok(filled > 15, `only ${filled} pages were decided`)
})

test('no such page is read where a number may be among the best matches, or no index has the titles', () => {
  const [actor = assert.fail()] = actors
  const sqlOf = (collection: Declaration, token: string) => {
    const rows = scopedRows(collection, actor, todayOf(portal.deps, actor), undefined)
    return commonWordPageSql(rows, rows, searchTermsOf(token), { offset: 0, limit: 50 })
  }
  assert.equal(sqlOf(declaration, 'pm'), null)
  assert.equal(sqlOf(declaration, 'pm2026'), null)
  assert.equal(sqlOf(declaration, 'roof 12'), null)
  assert.equal(sqlOf(collections.contacts, 'roofing'), null)
  assert.notEqual(sqlOf(declaration, 'roofing'), null)
})
