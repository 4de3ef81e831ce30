import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { read, todayOf } from '../query/reading.ts'
import { scopedRows } from '../query/visibility.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { exactTerms, matchTerms, searchTermsOf } from './apply-search.ts'
import { commonWordPageSql } from './common-word-page.ts'
import { searchRecords } from './search-records.ts'

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
]
const tokens = ['roofing', 'ROOFING', 'roofing at', 'reroofing', 'commercial roofing', 'roofing of a']
const declaration = collections.permits

let portal: TestApp
let actors: Actor[]
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  const { team } = await portal.given.everyRole()
  const orgs = [await portal.given.org(), await portal.given.org()]
  const client = await portal.given.user({ role: 'client', org: orgs[0] ?? null })
  actors = [team, client].map(({ pid, role, org }: Person): Actor => ({ pid, role: role ?? 'team', org }))
  for (let made = 0; made < 60; made += 1) {
    const title = titles[(made * 7 + Math.floor(made / 10)) % titles.length] ?? ''
    const description = made % 4 === 0 ? 'With roofing of a shed' : ''
    const body = { title, org: orgs[made % 3 === 0 ? 1 : 0], permitType: 'BUILDING', description }
    const response = await portal.crud(team, { apiPath: 'permits', method: 'POST', body })
    assert.equal(response.statusCode, 201, response.body)
  }
})
after(() => portal.close())

const BestPage = z.object({ lines: z.string(), is_filled: z.boolean() })

test('a page of a common word that the newest rows and the index of titles decide is the page of all matches in their ranks', async () => {
  let filled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        searchToken: fc.constantFrom(...tokens),
        viewer: fc.nat(1),
        pageSize: fc.integer({ min: 1, max: 8 }),
        page: fc.integer({ min: 1, max: 2 }),
        newest: fc.integer({ min: 20, max: 70 }),
        mostGathered: fc.integer({ min: 0, max: 30 }),
        isEverywhere: fc.boolean(),
      }),
      async ({ searchToken, viewer, pageSize, page, newest, mostGathered, isEverywhere }) => {
        const actor = actors[viewer] ?? assert.fail()
        const words = searchTermsOf(searchToken)
        const rows = scopedRows(
          declaration,
          actor,
          todayOf(portal.deps, actor),
          isEverywhere ? 'all' : undefined,
        )
        const found = matchTerms(rows, exactTerms(words))
        const stretch = { offset: (page - 1) * pageSize, limit: pageSize }
        const best = commonWordPageSql(rows, found, words, stretch, { newest, mostGathered })
        const [row] = await read(portal.deps, best ?? assert.fail(), BestPage)
        if (row?.is_filled !== true) return
        filled += 1
        const query = { searchToken, page, pageSize, ...(isEverywhere && { scope: 'all' }) }
        const ranked = await searchRecords(portal.deps, actor, declaration, query)
        assert.equal(row.lines, ranked.lines)
      },
    ),
    { numRuns: process.env['PROVE'] === '1' ? 3_000 : 150 },
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
