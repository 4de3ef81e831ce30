import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  GroupedPage,
  Groups,
  Refusal,
  RelatedRecords,
  allFields,
  collections,
  fieldFinder,
  parseFilter,
  parseSort,
} from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { z } from 'zod'
import { createServices } from '#app/services.ts'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { createIds } from '#platform/ids.ts'
import { systemClock } from '#platform/clock.ts'
import { countRows } from '../count/count-records.ts'
import { assertValueTotals } from '../oracle/test-support/value-totals.ts'
import { createRecord } from './create-record.ts'
import { compactCounters } from '../count/compact-counters.ts'
import { groupRecords } from '../groups/group-records.ts'
import { groupedPage } from '../groups/grouped-page.ts'
import { listRecords } from '../query/list-records.ts'
import { offsetPageSql } from '../sql/page-sql.ts'
import { patchRecord } from './patch-record.ts'
import type { RecordDeps } from '../query/reading.ts'
import { listRelated } from '../query/related.ts'
import { searchRecords } from '../search/search-records.ts'
import { refreshSearchTextSql } from '../search/search-text.ts'
import { rowOrder } from '../sql/sort-sql.ts'
import { listableRows } from '../query/visibility.ts'

const rowCount = 24_000
const batchSize = 4_000
const log = pino({ level: 'silent' })
let database: Database
let deps: RecordDeps
const team: Actor = { pid: 'TEAM', role: 'team', org: null }
const client: Actor = { pid: 'CLIENT', role: 'client', org: 'ORG7' }
const today = '2026-11-20'

before(async () => {
  installPortalCollections()
  ;({ database } = await openMigratedPostgres(log))
  deps = {
    database,
    ...createServices({ database, clock: systemClock, log }),
    clock: systemClock,
    ids: createIds(systemClock),
  }
  await database.query(
    `insert into orgs (pid, legal_name, status) select 'ORG' || i, 'Organization ' || i, 'ACTIVE' from generate_series(0, 99) i`,
    [],
  )
  // In batches, since each statement has a time limit and the machine may be busy.
  for (let first = 1; first <= rowCount; first += batchSize) {
    await database.query(
      `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, pipeline_stage, authority, assigned_to, priority, city, payment_status, court, authority_number,
       target_date, submitted_date, received_date, issued_date, expiry_date, closed_date, status_changed_at, created_at)
     select 'P' || i, 'PM-2020-' || i, 'Permit ' || md5(i::text), 'ORG' || i % 100, 'BUILDING', case when i % 3 = 0 then 'NEW' else 'ISSUED' end,
       case when i % 3 = 0 then 'processing' else 'processed' end, 'INTAKE', 'AUSTIN_DSD', 'U' || i % 20, 'HIGH', 'City ' || i % 50, 'NONE', 'OURS', 'A' || i,
       date '2020-01-01' + i % 999, date '2020-01-01' + i % 998, date '2020-01-01' + i % 997, date '2020-01-01' + i % 996, date '2020-01-01' + i % 995,
       case when i % 2 = 0 then date '2020-01-01' + i % 994 end, now() - i * interval '1 minute', now() - i * interval '1 minute'
     from generate_series($1::int, $2::int) i`,
      [first, first + batchSize - 1],
    )
  }
  await database.query(refreshSearchTextSql('permits', 'true'), [])
  await database.query('vacuum analyze', [])
})
after(async () => {
  await deps.writes.flush()
  await database.close()
})

const newPermit = (title: string, values: object = {}) =>
  createRecord(deps, team, collections.permits, { title, org: 'ORG1', permitType: 'SIGN', ...values })

test('two writers of one new word do not wait for each other, and it is found with a typo', async () => {
  const { kysely } = database
  const write = (trx: Transaction<Tables>, pid: string) =>
    database.queryIn(
      trx,
      `with made as (insert into permits (pid, ref_no, title, org, permit_type, status, bucket) values ($1, $1, 'Zeppelin', 'ORG1', 'SIGN', 'NEW', 'processing') returning seq)
       insert into permits_text (seq, t) select seq, ' zeppelin' from made`,
      [pid],
    )
  const written = await kysely.transaction().execute(async (first) => {
    await write(first, 'ZEP1')
    return kysely.transaction().execute(async (second) => {
      await sql`set local lock_timeout = '10s'`.execute(second)
      await write(second, 'ZEP2')
      return 'without waiting'
    })
  })
  assert.equal(written, 'without waiting')
  const { count } = await searchRecords(deps, team, collections.permits, { searchToken: 'zepelin' })
  assert.equal(count, 2)
  await database.query("delete from permits where pid in ('ZEP1', 'ZEP2')", [])
})

test('of concurrent patches based on the same version exactly one is saved and the others get 409', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { pid } = await newPermit('Contested')
    const patches = [1, 2, 3, 4].map((writer) =>
      patchRecord(deps, team, collections.permits, pid, { title: `Writer ${writer}`, version: 1 }),
    )
    const results = await Promise.allSettled(patches)
    const lost = results
      .filter((result) => result.status === 'rejected')
      .map((result): unknown => result.reason)
    assert.equal(lost.length, 3)
    for (const reason of lost)
      assert.ok(
        reason instanceof Refusal &&
          reason.type === 'version-conflict' &&
          reason.extras.current?.['version'] === 2,
      )
    const history = await database.query(
      'select version from history where pid = $1 order by id',
      [pid],
      z.object({ version: z.number() }),
    )
    assert.deepEqual(
      history.map((row) => row.version),
      [1, 2],
    )
  }
})

test('concurrent changes of different people are all saved, each with the previous value in its history', async () => {
  const { pid } = await newPermit('Shared', { region: 'None' })
  const regions = Array.from({ length: 40 }, (_, writer) => `Region ${writer}`)
  const results = await Promise.all(
    regions.map((region) =>
      patchRecord(deps, { ...team, pid: `TEAM ${region}` }, collections.permits, pid, { region }),
    ),
  )
  const saved = results.map((line) =>
    z.object({ version: z.number(), region: z.string() }).parse(JSON.parse(line)),
  )
  assert.deepEqual(
    saved.map(({ region }) => region),
    regions,
  )
  const told = await database.query(
    'select version, actor, changes from history where pid = $1 order by version',
    [pid],
    z.object({ version: z.number(), actor: z.string(), changes: z.unknown() }),
  )
  const byVersion = new Map(saved.map(({ version, region }) => [version, region]))
  const inOrder = Array.from({ length: regions.length }, (_, at) => byVersion.get(at + 2))
  assert.deepEqual(
    told.slice(1),
    inOrder.map((to, at) => ({
      version: at + 2,
      actor: `TEAM ${to}`,
      changes: [{ field: 'region', from: at === 0 ? 'None' : inOrder[at - 1], to }],
    })),
  )
})

test('records created concurrently get distinct numbers without a gap', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, (_, at) => newPermit(`At once ${at}`)))
  const rows = await database.query(
    `select right(ref_no, 6)::int as number from permits where pid = any($1::text[]) order by 1`,
    [made.map(({ pid }) => pid)],
    z.object({ number: z.number() }),
  )
  const numbers = rows.map((row) => row.number)
  assert.equal(numbers.length, 20)
  assert.equal((numbers.at(-1) ?? 0) - (numbers[0] ?? 0), 19)
})

test('concurrent payment requests with the same key create one payment', async () => {
  const body = { org: 'ORG1', kind: 'INVOICE', feeCode: 'PENALTY', amount: 100, idempotencyKey: 'race' }
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => createRecord(deps, team, collections.payments, body)),
  )
  const pids = new Set(
    results.map((result) => (result.status === 'fulfilled' ? result.value.pid : 'refused')),
  )
  assert.equal(pids.size, 1, JSON.stringify([...pids]))
})

test('counts stay exact while records are written and totals are compacted concurrently', async () => {
  const exact = async (where: string) =>
    (
      await database.query(
        `select count(*) from permits where deleted_at is null and ${where}`,
        [],
        z.object({ count: z.number() }),
      )
    )[0]?.count
  const counted = (actor: Actor, filter: object) => {
    const rows = listableRows(collections.permits, actor, { today })
    return countRows(deps, rows.narrow(parseFilter(filter, fieldFinder(collections.permits, actor))))
  }
  const writing = Array.from({ length: 30 }, (_, at) =>
    newPermit(`Row ${at}`, { city: 'Counted', org: `ORG${at % 3}` }),
  )
  await Promise.all([
    ...writing,
    ...Array.from({ length: 10 }, () => compactCounters(deps)),
    ...Array.from({ length: 10 }, () => counted(team, { city: 'Counted' })),
  ])
  assert.equal(await counted(team, { city: 'Counted' }), 30)
  await compactCounters(deps)
  assert.equal(await counted(team, {}), await exact("bucket = 'processing'"))
  assert.equal(
    await counted(team, { status: 'NEW', org: 'ORG2' }),
    await exact("bucket = 'processing' and status = 'NEW' and org = 'ORG2'"),
  )
  assert.equal(await counted(client, {}), await exact("bucket = 'processing' and org = 'ORG7'"))
  await Promise.all([compactCounters(deps), compactCounters(deps)])
  assert.equal(await counted(team, {}), await exact("bucket = 'processing'"))
  await assertValueTotals(database, 'permits')
  const [left] = await database.query(
    'select count(*) as rows from record_writes',
    [],
    z.object({ rows: z.number() }),
  )
  assert.ok((left?.rows ?? 99) <= 8)
})

const Plan = z.array(z.object({ 'QUERY PLAN': z.string() }))
async function planOf(actor: Actor, sort: string, filter: object = {}): Promise<string> {
  const find = fieldFinder(collections.permits, actor)
  const rows = listableRows(collections.permits, actor, { today }).narrow(parseFilter(filter, find))
  const { sql: text, parameters } = offsetPageSql(rows, rowOrder(rows, parseSort(sort, find), find), {
    offset: 0,
    limit: 50,
  }).compile(database.kysely)
  const plan = Plan.parse(await database.query(`explain ${text}`, parameters))
  return plan.map((line) => line['QUERY PLAN']).join('\n')
}

const indexed = Object.entries(allFields(collections.permits)).filter(
  ([, declared]) => declared.indexed && declared.type !== 'ref',
)
for (const [name, { type }] of indexed) {
  test(`the first page of permits sorted by ${name} uses an index and no sort`, async () => {
    const directions =
      type === 'date' || type === 'datetime' || name === 'title' || name === 'status'
        ? [name, `-${name}`]
        : [name]
    for (const sort of directions) {
      const plan = await planOf(team, sort)
      assert.match(plan, /Index (Only )?Scan (Backward )?using permits_/, `${sort}\n${plan}`)
      assert.doesNotMatch(plan, /Seq Scan on permits|Sort Key/, `${sort}\n${plan}`)
    }
  })
}

test('a client’s page, a filtered page and a search use indexes', async () => {
  for (const plan of [
    await planOf(client, '-createdAt'),
    await planOf(team, '-createdAt', { assignedTo: 'U3', status: 'NEW' }),
    await planOf(team, '-createdAt', { title: { contains: 'c4ca4238a0b9' } }),
    await planOf(team, 'targetDate', { targetDate: { gte: '2022-06-01' } }),
  ]) {
    assert.match(plan, /Index (Only )?Scan/, plan)
    assert.doesNotMatch(plan, /Seq Scan on permits( |$)/m, plan)
  }
})

test('pages of a text filter are those of plain SQL, near the start of the order and beyond what is walked', async () => {
  for (const [sort, order] of [
    ['-createdAt', 'created_at desc, seq desc'],
    ['targetDate', 'target_date nulls last, seq'],
    ['-closedDate', 'closed_date desc nulls last, seq desc'],
    ['-city', 'city desc nulls last, seq desc'],
  ] as const) {
    for (const text of ['ab1', 'Permit ', '-none-', 'ab']) {
      const wanted = await database.query(
        `select pid from permits where bucket = 'processed' and status <> 'DRAFT' and deleted_at is null and title ilike '%' || $1 || '%' order by ${order}`,
        [text],
      )
      for (const page of [1, 2, 5]) {
        const { lines, count } = await listRecords(deps, team, collections.processed, {
          filter: { title: { contains: text } },
          sort,
          page,
          pageSize: 20,
          fields: 'pid',
        })
        assert.equal(count, wanted.length, text)
        const pids = z.array(z.object({ pid: z.string() })).parse(JSON.parse(`[${lines}]`))
        assert.deepEqual(
          pids.map(({ pid }) => ({ pid })),
          wanted.slice((page - 1) * 20, page * 20),
          `${text} by ${sort}, page ${page}`,
        )
      }
    }
  }
})

test('near, deep and reversed pages of a long list have the same records in the same order', async () => {
  const page = async (pageNumber: number, pageSize: number) => {
    const { lines, count } = await listRecords(deps, team, collections.processed, {
      page: pageNumber,
      pageSize,
      sort: '-closedDate',
      fields: 'pid',
    })
    assert.equal(count, 16_000)
    return z.array(z.unknown()).parse(JSON.parse(`[${lines}]`))
  }
  for (const start of [0, 2, 7, 9, 15]) {
    const whole = await page(start + 1, 1000)
    const parts = await Promise.all(Array.from({ length: 4 }, (_, at) => page(start * 4 + at + 1, 250)))
    assert.deepEqual(parts.flat(), whole, `from row ${start * 1000}`)
  }
})

test('a search for a word that every permit has is the list, page for page, whoever sees few or many of them', async () => {
  for (const actor of [team, client]) {
    for (const query of [
      { sort: '-createdAt' },
      { sort: 'title', page: 2 },
      { sort: 'city,refNo', page: 500 },
    ]) {
      const list = await listRecords(deps, actor, collections.processed, query)
      // The second time its count is known.
      for (let turn = 0; turn < 2; turn += 1) {
        const found = await searchRecords(deps, actor, collections.processed, {
          ...query,
          searchToken: 'permit',
        })
        assert.deepEqual([found.count, found.lines], [list.count, list.lines], JSON.stringify(query))
      }
    }
  }
})

test('groups, grouped pages, fuzzy search and related records work on PostgreSQL as in the in-memory database', async () => {
  const { count: everything } = await listRecords(deps, team, collections.processed, { pageSize: 1 })
  const { groups } = Groups.parse(
    JSON.parse(
      await groupRecords(deps, team, collections.processed, { groupBy: 'org,city', sum: 'valuation' }),
    ),
  )
  assert.equal(
    groups.reduce((sum, { count }) => sum + count, 0),
    everything,
  )
  const asked = { groupBy: 'org,city', lines: true, open: 'all', sort: '-createdAt' }
  for (const page of [1, 2, 77]) {
    const { lines, metadata } = GroupedPage.parse(
      JSON.parse(await groupedPage(deps, team, collections.processed, { ...asked, page })),
    )
    assert.deepEqual(
      [lines.length, metadata.count, metadata.lines],
      [100, everything, everything + groups.length + 100],
    )
  }
  const one = await listRecords(deps, team, collections.processed, { page: 7, pageSize: 1, fields: 'title' })
  const [, word = ''] = /Permit (\w+)/.exec(one.lines) ?? []
  // Replaces a letter of the word; digits are never corrected.
  const at = word.search(/[a-f]{1}(?=\w{4})/)
  const found = await searchRecords(deps, team, collections.processed, {
    searchToken: `${word.slice(0, at)}z${word.slice(at + 1)}`,
  })
  assert.deepEqual([found.count, found.lines.includes(word)], [1, true])
  await database.query("update permits set parent = 'P1' where pid = 'P2'", [])
  const related = RelatedRecords.parse(
    JSON.parse(await listRelated(deps, team, collections.processed, 'P1', new Set())),
  )
  assert.deepEqual(
    related.related.map(({ collection, title }) => [collection, title]),
    [
      ['authorities', 'Austin Development Services'],
      ['processed', related.related.find(({ pid }) => pid === 'P2')?.title],
    ],
  )
})
