import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allFields, collections, fieldFinder } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { listableRows } from '../query/visibility.ts'
import { deepPageSql, offsetPageSql } from './page-sql.ts'
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
