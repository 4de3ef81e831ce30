import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { collections, fieldFinder, parseSort } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { linesOfKeys } from '../../query/lines-of-keys.ts'
import { listRecords } from '../../query/list-records.ts'
import { todayOf } from '../../query/reading.ts'
import { scopedRows } from '../../query/visibility.ts'
import { rowOrder } from '../../sql/sort-sql.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { exactTerms, matchTerms, searchTermsOf, textsSql } from '../apply-search.ts'
import { readFoundPage } from '../found-page.ts'
import { fuzzyTerms } from '../fuzzy-terms.ts'
import { searchEverything } from '../search-everything.ts'
import { rankSql } from '../search-records.ts'
import { refreshSearchTextSql } from '../search-text.ts'
import { buildPostings, outdateSegments } from './build-segments.ts'
import { postedPage } from './posted-page.ts'
import type { PostedBounds } from './posted-page.ts'
import { postedRows } from './posted-rows.ts'
import { segmentRows } from './row-set.ts'

const declaration = collections.permits
const titles = [
  'Garage at Maple',
  'Re-roof',
  'Kitchen of a garage',
  'Deck',
  'Garages',
  '2story garage',
  'Straße und Hof',
]
const descriptions = [
  'With an attached garage',
  'With a carport',
  'New panel, old-harbour quay',
  `${'x'.repeat(250)} garage`,
]

let portal: TestApp
let team: Person
let admin: Person
let actors: Actor[]
const pids: string[] = []

async function add(made: number): Promise<void> {
  const body = {
    title: titles[made % titles.length],
    org: await org,
    permitType: 'BUILDING',
    description: descriptions[(made * 3) % descriptions.length],
    siteAddress: `${made} ${made % 2 === 0 ? 'Maple' : 'Oak'} Street`,
    targetDate: `2027-01-${10 + (made % 15)}`,
  }
  const response = await portal.crud(team, { apiPath: 'permits', method: 'POST', body })
  assert.equal(response.statusCode, 201, response.body)
  pids.push(response.json<{ pid: string }>().pid)
}

let org: Promise<string>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  const people = await portal.given.everyRole()
  team = people.team
  admin = people.admin
  actors = [
    { pid: team.pid, role: 'team', org: null },
    { pid: admin.pid, role: 'admin', org: null },
    { pid: people.client.pid, role: 'client', org: people.client.org },
  ]
  org = portal.given.org()
  for (let made = 0; made < 30; made += 1) await add(made)
  // The next records are in another segment.
  await sql`select setval(pg_get_serial_sequence('permits', 'seq'), ${3 * segmentRows})`.execute(
    portal.deps.database.kysely,
  )
  for (let made = 30; made < 60; made += 1) await add(made)
})
after(() => portal.close())

const build = () => buildPostings(portal.deps, undefined, 1)
const unindexed = async () =>
  (
    await sql<{ n: number }>`select count(distinct seq)::int as n from search_unindexed`.execute(
      portal.deps.database.kysely,
    )
  ).rows[0]?.n

const tight: PostedBounds = {
  fewLines: 0,
  few: 0,
  fewOfIndex: 0,
  passed: 0,
  fewTitles: 0,
  titles: [2, 8, 1_000],
}
const everyBounds: readonly PostedBounds[] = [
  tight,
  { ...tight, fewOfIndex: 1_000, fewTitles: 1_000, titles: [1_000] },
  { ...tight, few: 1_000, titles: [1_000] },
  { ...tight, few: 1_000, fewLines: 8, passed: 100_000 },
  { ...tight, few: 1_000, fewLines: 1_000 },
]
const tokens = [
  'garage',
  'carport',
  'kitchen',
  'roof',
  're-roof',
  'old-harbour',
  'maple street',
  'garage deck',
  'strasse',
  'nowhere',
  'arag',
  'attached garage',
]
const sorts = [undefined, '-createdAt', 'targetDate', '-targetDate', 'title', '-title', '-org']

/** Both ways to read a page of a search: by posting lists, and by the texts. */
async function bothWays(
  actor: Actor,
  token: string,
  sort: string | undefined,
  page: number,
  bounds: PostedBounds,
) {
  const rows = scopedRows(
    declaration,
    actor,
    todayOf(portal.deps, actor),
    token.length % 2 === 0 ? 'all' : undefined,
  )
  const words = searchTermsOf(token)
  const terms = exactTerms(words)
  const found = matchTerms(rows, terms)
  const find = fieldFinder(declaration, actor)
  const rank =
    sort === undefined ? [{ value: rankSql(declaration, words), descending: false, neverNull: true }] : []
  const order = rowOrder(found, sort === undefined ? [] : parseSort(sort, find), find, rank)
  const stretch = { offset: (page - 1) * 4, limit: 4 }
  const wanted = {
    rows,
    found,
    texts: textsSql(declaration, terms),
    order,
    stretch,
    ranked: sort === undefined ? words : null,
  }
  const posted = await postedRows(
    portal.deps,
    rows,
    found,
    terms,
    sort === undefined ? 'rank' : order.byField,
  )
  portal.deps.counts.clear()
  const expected = await readFoundPage(portal.deps, wanted, false)
  return {
    posted: posted && {
      count: posted.found.count,
      page: await postedPage(portal.deps, wanted, posted, bounds),
    },
    expected: {
      ...expected,
      lines: await linesOfKeys(portal.deps, rows, expected.keys),
    },
  }
}

async function compare(what: string): Promise<number> {
  let compared = 0
  for (const [at, actor] of actors.entries()) {
    for (const token of tokens) {
      for (const sort of sorts) {
        const bounds = everyBounds[(compared + at) % everyBounds.length] ?? tight
        const { posted, expected } = await bothWays(actor, token, sort, 1 + (compared % 2), bounds)
        if (posted === null) continue
        const asked = `${what}: ${actor.role} asks for ${token} by ${sort ?? 'rank'}, ${JSON.stringify(bounds)}`
        assert.equal(posted.count, expected.count, asked)
        const { page } = posted
        if (page !== null && 'keys' in page) assert.deepEqual(page.keys, expected.keys, asked)
        if (page !== null && 'lines' in page) assert.equal(page.lines, expected.lines, asked)
        compared += 1
      }
    }
  }
  return compared
}

test('a table has no posting lists before it is large', async () => {
  assert.equal(await buildPostings(portal.deps), 0)
  assert.equal(await compare('before'), 0)
  assert.equal(await unindexed(), 0, 'changed records are not noted')
})

test('posting lists find the same rows as the texts, whatever was changed since', async () => {
  assert.ok((await build()) >= 2)
  assert.equal(await build(), 0, 'nothing is due')
  assert.equal(await unindexed(), 15, 'records with a word of more than 200 characters')
  // The word `re` is too short for a posting list.
  const everyQuestion = 2 * sorts.length * (tokens.length - 1)
  assert.equal(
    await compare('built'),
    everyQuestion,
    'clients see rows by their organization, so they are not served',
  )

  const change = async (at: number, query: { method: string; body?: object }, person = team) => {
    const response = await portal.crud(person, { apiPath: `permits/${pids[at]}`, ...query })
    assert.ok(response.statusCode < 300, response.body)
  }
  await change(0, { method: 'PATCH', body: { title: 'A carport now' } })
  await change(1, { method: 'PATCH', body: { description: 'Garage at last' } })
  await change(31, { method: 'DELETE' }, admin)
  await change(2, { method: 'PATCH', body: { priority: 'HIGH' } })
  // Its search text stays the same.
  await change(8, { method: 'PATCH', body: { title: 'Reroof' } })
  await change(35, { method: 'PATCH', body: { targetDate: '2026-12-01' } })
  await change(42, { method: 'PATCH', body: { targetDate: null } })
  await add(60)
  await sql`update permits set bucket = 'processed', status = 'ISSUED' where pid = ${pids[5]}`.execute(
    portal.deps.database.kysely,
  )
  await sql`delete from permits where pid = ${pids[40]}`.execute(portal.deps.database.kysely)
  assert.equal(await unindexed(), 15 + 7, 'a change of other fields is not noted')
  assert.equal(await compare('changed'), everyQuestion)

  await sql`insert into search_unindexed (record_table, seq)
    select 'permits', p.seq from permits p, generate_series(1, 3)`.execute(portal.deps.database.kysely)
  assert.ok((await build()) > 0)
  assert.equal(await compare('built again'), everyQuestion)

  const { kysely } = portal.deps.database
  await sql`update search_postings set kind = 'place' where kind = 'step' and word = 'title'`.execute(kysely)
  portal.deps.postings.places.clear()
  assert.equal(await compare('built by an earlier release'), everyQuestion)
  assert.ok((await build()) >= 2, 'segments get the places that they lack')
  assert.equal(await compare('with places'), everyQuestion)
  const left = await sql`select from search_postings where kind = 'place'`.execute(kysely)
  assert.equal(left.rows.length, 0)

  await sql`insert into search_unindexed (record_table, seq)
    select u.record_table, u.seq from search_unindexed u, generate_series(1, 20)`.execute(
    portal.deps.database.kysely,
  )
  assert.equal(await build(), 0, 'records that lists cannot have do not bring a build about')
})

test('where many segments have some changed records, one after the other is built', async () => {
  const change = (segment: number, records: number) =>
    sql`insert into search_unindexed (record_table, seq)
      select 'permits', ${segment * segmentRows} + 60000 + n
      from generate_series(1, ${records}::int) n`.execute(portal.deps.database.kysely)
  await change(0, 45)
  await change(1, 30)
  assert.equal(await build(), 0, 'they are few')
  await change(3, 46)
  const left = await unindexed()
  assert.equal(await build(), 1)
  assert.equal(await unindexed(), (left ?? 0) - 46, 'the segment that has most of them')
  assert.equal(await build(), 0, 'the others are few')
  await sql`delete from search_unindexed where seq % ${segmentRows}::int > 60000`.execute(
    portal.deps.database.kysely,
  )
})

test('records that a writer did not note are found when their segments are built', async () => {
  const { kysely } = portal.deps.database
  await sql`alter table permits_text disable trigger user`.execute(kysely)
  const [first] = (await sql<{ seq: number }>`select max(seq) + 1 as seq from permits`.execute(kysely)).rows
  await add(62)
  await sql`alter table permits_text enable trigger user`.execute(kysely)
  await kysely.transaction().execute((trx) => outdateSegments(trx, 'permits', first?.seq ?? Number.NaN))
  assert.equal(await compare('out of date'), 0)
  assert.equal(await build(), 1, 'earlier segments stay')
  assert.ok((await compare('built again')) > 0)
})

test('what searches at once need whatever their words is read once', async () => {
  const { postings } = portal.deps
  postings.rows.clear()
  postings.places.clear()
  const reads = await readsOf(['garage', 'garag', 'arage', 'kitch'], 'createdAt')
  assert.equal(reads.filter((text) => text.includes("kind = 'standing'")).length, 1)
  assert.equal(reads.length, 5, 'and the lists of each word')
})

test('a mistyped word, a text filter and the search of everything find the same with posting lists', async () => {
  const [actor] = actors
  assert.ok(actor)
  const rows = scopedRows(declaration, actor, todayOf(portal.deps, actor), undefined)
  const filters = ['garage', 'With a', 'attached gar', 'harbour quay'].map((text) => ({
    filter: { description: { contains: text } },
    pageSize: 5,
  }))
  const ask = async () => {
    portal.deps.counts.clear()
    const terms = await Promise.all(
      ['garagr', 'kitchn', 'carprot', 'nothinglike'].map((word) => fuzzyTerms(portal.deps, rows, [word])),
    )
    const pages = await Promise.all(
      filters.map((query) => listRecords(portal.deps, actor, declaration, query)),
    )
    const everything = ['garage', 'garagr', 'oak', 'pm', 'nowhere'].map((searchToken) =>
      searchEverything(portal.deps, actor, { searchToken }, new Set()),
    )
    return {
      near: terms.map(([term]) => term?.near.toSorted()),
      pages,
      everything: await Promise.all(everything),
    }
  }
  await add(61)
  const posted = await ask()
  assert.deepEqual(posted.near[1], ['kitchen'])
  assert.ok(posted.pages.every(({ count }) => count > 0))
  await sql`delete from search_segments`.execute(portal.deps.database.kysely)
  assert.deepEqual(await ask(), posted)
})

/**
 * The statements of the pool of searches by which posting lists find words at once, in no order or in that of
 * a field.
 */
async function readsOf(words: readonly string[], field?: string): Promise<string[]> {
  const [actor] = actors
  assert.ok(actor)
  const { database } = portal.deps
  const read = mock.fn(database.searchQuery)
  const deps = { ...portal.deps, database: { ...database, searchQuery: read } }
  const rows = scopedRows(declaration, actor, todayOf(deps, actor), undefined)
  const order = field === undefined ? null : { field, descending: true }
  const found = words.map(async (word) => {
    const terms = exactTerms([word])
    const posted = await postedRows(deps, rows, matchTerms(rows, terms), terms, order)
    assert.ok((posted?.found.count ?? 0) > 0)
  })
  await Promise.all(found)
  return read.mock.calls.map((call) => call.arguments[0])
}

async function readsOfKnownWord(): Promise<number> {
  await readsOf(['garage'])
  return (await readsOf(['garage'])).length
}

/** For a word that was not asked for before, its lists alone are read in this way. */
async function checkNewWord(word: string): Promise<void> {
  const [lists = '', ...more] = await readsOf([word])
  assert.match(lists, /search_postings/)
  assert.doesNotMatch(lists, /"permits"/)
  assert.deepEqual(more, [])
}

test('changed records are tested one by one as soon as there are some', async () => {
  const { database, postings } = portal.deps
  await sql`update permits set description = 'With a carport' where description like 'xxx%'`.execute(
    database.kysely,
  )
  await sql.raw(refreshSearchTextSql('permits', 'true')).execute(database.kysely)
  await sql`delete from search_segments`.execute(database.kysely)
  assert.ok((await build()) >= 2)
  assert.equal(await unindexed(), 0)
  assert.ok((await compare('unchanged')) > 0)
  assert.equal(postings.hadChanges('permits'), false)
  assert.equal(await readsOfKnownWord(), 0, 'known rows are not read again')
  await checkNewWord('arage')
  const body = { title: 'Kitchen of a garage, at last' }
  const response = await portal.crud(team, { apiPath: `permits/${pids[3]}`, method: 'PATCH', body })
  assert.equal(response.statusCode, 200, response.body)
  assert.ok((await compare('changed')) > 0)
  assert.equal(postings.hadChanges('permits'), true)
  assert.equal(await readsOfKnownWord(), 0, 'known rows are not read again beside changed ones either')
  await checkNewWord('garag')
  await sql`insert into search_unindexed (record_table, seq)
    select 'permits', 1000000 + n from generate_series(1, 2000) n`.execute(database.kysely)
  assert.ok((await readsOfKnownWord()) > 0, 'many changed records are tested on the pool of searches')
  assert.ok((await compare('many changed')) > 0)
})
