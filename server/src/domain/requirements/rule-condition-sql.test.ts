import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RuleCondition, collections, meetsRule } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { z } from 'zod'
import { toValues } from '#engine/write/writing.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { outcomesSql } from './rule-condition-sql.ts'

let portal: TestApp
let org: string
before(async () => {
  portal = await startTestApp()
  org = await portal.given.org()
})
after(() => portal.close())

/** Near the limits of the conditions below, so that many values are exactly at one. */
const limit = fc.constantFrom(-1e15, -1, -0.1, 0, 0.1, 0.3, 1, 2.5, 5_000_000, 5_000_001, 1e15)
const text = fc.constantFrom('', 'ROUND', 'round', 'true', 'false', '5', 'Ünï "q" \\ {,}', 'URGENT', 'LOW')
const stored = fc.oneof(
  limit,
  fc.constant(9_007_199_254_740_991),
  text,
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<unknown>(['ROUND'], { a: 1 }),
)
const row = fc.record({
  valuation: fc.option(fc.constantFrom(0, 1, 4_999_999, 5_000_000, 5_000_001, 9_007_199_254_740_991)),
  priority: fc.option(fc.constantFrom('URGENT', 'HIGH', 'NORMAL', 'LOW')),
  lat: fc.option(fc.oneof(fc.constantFrom(-90, 0, 0.1, 90), fc.double({ min: -90, max: 90, noNaN: true }))),
  custom: fc.dictionary(fc.constantFrom('lit', 'shape', 'height', 'constructor'), stored, { maxKeys: 4 }),
})
const values = fc.array(fc.oneof(text, fc.boolean()), { minLength: 1, maxLength: 4 })
const range = fc
  .tuple(fc.option(limit, { nil: undefined }), fc.option(limit, { nil: undefined }))
  .filter(([a, b]) => a !== undefined || b !== undefined)
  .map(([a, b]) => {
    const [min, max] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
    return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  })
const asked = fc.oneof(values, range)
const condition = fc
  .dictionary(
    fc.constantFrom(
      'valuation',
      'priority',
      'lat',
      'custom.lit',
      'custom.shape',
      'custom.height',
      // Fields that no rule may name: they are never met, by both sides.
      'custom.constructor',
      'daysToExpiry',
      'nothing',
    ),
    asked,
    { maxKeys: 4 },
  )
  .map((made) => RuleCondition.parse(made))

const Stored = z.looseObject({ pid: z.string(), outcomes: z.string() })

test('the database says of any permit and condition what the contract says', async () => {
  let checks = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.array(condition, { minLength: 1, maxLength: 12 }),
      async (rows, conditions) => {
        const { database } = portal.deps
        await database.query(`delete from permits where title = 'Outcome'`, [], z.unknown())
        await database.query(
          `insert into permits (pid, ref_no, title, org, status, bucket, valuation, priority, lat, custom)
            select 'OUTCOME' || n, 'PM-1998-' || n, 'Outcome', $1, 'NEW', 'processing', (r->>'valuation')::bigint, r->>'priority', (r->>'lat')::float8, r->'custom'
            from jsonb_array_elements($2::jsonb) with ordinality e(r, n)`,
          [org, JSON.stringify(rows)],
          z.unknown(),
        )
        const statement = sql`select t.*, ${outcomesSql(conditions)} as outcomes from permits t where t.title = 'Outcome'`
        const { sql: query, parameters } = statement.compile(database.kysely)
        for (const found of await database.query(query, [...parameters], Stored)) {
          const permit: RecordValues = toValues(collections.permits, found)
          const expected = conditions.map((each) => (meetsRule(each, (name) => permit[name]) ? '1' : '0'))
          assert.equal(found.outcomes, expected.join(''), JSON.stringify({ permit, conditions }))
          checks += conditions.length
        }
      },
    ),
    { numRuns: 60 },
  )
  assert.ok(checks > 1_000)
})
