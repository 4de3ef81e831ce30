import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allFields, collections, fieldFinder, parseFilter, parseSort } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { listableRows } from '../query/visibility.ts'
import { deepPageSql, offsetPageSql } from './page-sql.ts'
import { orderedRowsSql } from './ordered-rows.ts'
import { rowOrder } from './sort-sql.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
  await portal.given.org()
})
after(() => portal.close())

const today = '2026-11-20'
const staff = { pid: 'nobody', role: 'admin', org: null } as const
const Plan = z.array(z.object({ 'QUERY PLAN': z.string() }))

/** The plan of a statement where sorting and reading the table cost more than any index. */
async function planOf(query: ReturnType<typeof sql>): Promise<string> {
  return portal.deps.database.kysely.transaction().execute(async (trx) => {
    for (const name of ['enable_seqscan', 'enable_sort', 'enable_incremental_sort', 'enable_bitmapscan'])
      await sql`set local ${sql.raw(name)} = off`.execute(trx)
    const { rows } = await sql`explain ${query}`.execute(trx)
    return Plan.parse(rows)
      .map((row) => row['QUERY PLAN'])
      .join('\n')
  })
}

for (const name of ['permits', 'processed', 'tasks', 'payments', 'orgs'] as const) {
  const declaration = collections[name]
  const sorted = Object.entries(allFields(declaration)).filter(
    ([, declared]) => declared.indexed === true && declared.type !== 'ref' && declared.computed !== true,
  )

  test(`${name}: every sort by an indexed field that an index serves is read from one, near and deep`, async () => {
    const rows = listableRows(declaration, { ...staff }, { today })
    let walked = 0
    for (const [field] of sorted) {
      for (const descending of [false, true]) {
        const order = rowOrder(rows, [{ field, descending }], fieldFinder(declaration, staff))
        if (!order.isIndexed) continue
        walked += 1
        const near = await planOf(offsetPageSql(rows, order, { offset: 0, limit: 50 }))
        assert.doesNotMatch(near, /Sort/, `${field} ${String(descending)}\n${near}`)
        for (const offset of [2_000, 8_000]) {
          const deep = await planOf(deepPageSql(rows, order, { offset, limit: 50 }, 10_000))
          // The page itself is put in order by the places of its keys.
          const sorts = [...deep.matchAll(/Sort Key: (.*)/g)].map((found) => String(found[1]))
          assert.deepEqual(
            sorts.filter((key) => !key.includes('place') && !key.includes('row_number')),
            [],
            `${field} ${String(descending)} ${offset}\n${deep}`,
          )
        }
      }
    }
    assert.ok(walked >= sorted.length, `${walked} orders of ${sorted.length} fields`)
  })
}

for (const declaration of [collections.permits, collections.processed]) {
  test(`${declaration.name}: rows with other codes are passed over in the index of the list`, async () => {
    const find = fieldFinder(declaration, staff)
    const filter = { priority: 'URGENT', court: ['OURS', 'AUTHORITY'], paymentStatus: 'PAID' }
    const rows = listableRows(declaration, { ...staff }, { today }).narrow(parseFilter(filter, find))
    const order = rowOrder(rows, parseSort(declaration.defaultSort, find), find)
    const plan = await planOf(offsetPageSql(rows, order, { offset: 0, limit: 50 }))
    assert.match(plan, /Index Cond: (?=.*priority)(?=.*court)(?=.*payment_status)/, plan)
    assert.doesNotMatch(plan, /Sort/, plan)
  })
}

test('pages of one list and of both are those of plain SQL, latest first too, with empty values at the end', async () => {
  const { kysely } = portal.deps.database
  await sql`insert into permits (pid, ref_no, title, status, bucket, org, closed_date, status_changed_at, deleted_at)
    select 'P' || n, 'PM-' || n, 'Permit ' || n, case when n % 3 = 0 then 'CLOSED' when n % 7 = 0 then 'DRAFT' else 'NEW' end,
      case when n % 3 = 0 then 'processed' else 'processing' end, 'O1',
      case when n % 5 > 0 then date '2026-01-01' + n * 7919 % 40 end, case when n % 4 > 0 then timestamptz '2026-01-01' + n * 613 % 30 * interval '1 day' end,
      case when n % 11 = 0 then now() end
    from generate_series(1, 600) n`.execute(kysely)
  for (const name of ['permits', 'processed', 'both'] as const) {
    const declaration = collections[name === 'both' ? 'permits' : name]
    const rows = listableRows(declaration, { ...staff }, { today, everyProjection: name === 'both' })
    const bucket = { permits: `bucket = 'processing'`, processed: `bucket = 'processed'`, both: 'true' }[name]
    for (const [field, column] of [
      ['closedDate', 'closed_date'],
      ['statusChangedAt', 'status_changed_at'],
      ['refNo', 'ref_no'],
    ] as const) {
      for (const descending of [false, true]) {
        const order = rowOrder(rows, [{ field, descending }], fieldFinder(declaration, staff))
        const way = descending ? 'desc' : 'asc'
        for (const [direction, sorted] of [
          ['forwards', `${column} ${way} nulls last, seq ${way}`],
          [
            'backwards',
            `${column} ${descending ? 'asc' : 'desc'} nulls first, seq ${descending ? 'asc' : 'desc'}`,
          ],
        ] as const) {
          for (const offset of [0, 90, 160, 300]) {
            const found = orderedRowsSql(sql`t.pid`, rows, order, { offset, limit: 60 }, direction)
            const page = await sql<{ pid: string }>`${found}`.execute(kysely)
            const wanted = await sql<{
              pid: string
            }>`select pid from permits where ${sql.raw(bucket)} and status <> 'DRAFT'
              and deleted_at is null order by ${sql.raw(sorted)} limit 60 offset ${offset}::int`.execute(
              kysely,
            )
            assert.deepEqual(page.rows, wanted.rows, `${name} ${field} ${way} ${direction} ${offset}`)
          }
        }
      }
    }
  }
})
