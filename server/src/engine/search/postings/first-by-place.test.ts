import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections, fieldFinder, parseSort } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { todayOf } from '../../query/reading.ts'
import { scopedRows } from '../../query/visibility.ts'
import { rowOrder } from '../../sql/sort-sql.ts'
import { buildPlaces } from './build-places.ts'
import { firstByPlace } from './first-by-place.ts'
import { packPlaces, unpackPlaces } from './places.ts'
import type { Places } from './places.ts'
import type { KnownRows } from './known-postings.ts'
import { RowSet, segmentOfRow, segmentRows } from './row-set.ts'

const declaration = collections.permits
const actor: Actor = { pid: 'TEAM', role: 'team', org: null }
/** Rows by segment: none, one, fewer than there are steps, more, and more again. */
const rowsOfSegments = [0, 1, 40, 3_000, 2_500]
const letters = 'x'.repeat(60)

let portal: TestApp
let seqs: number[] = []
before(async () => {
  portal = await startTestApp()
  const { kysely } = portal.deps.database
  // Titles repeat, differ only after many letters, and have letters beyond the first 65,536. Dates repeat or
  // are empty.
  const titles = [
    'Ab',
    'ab',
    'Deck',
    `${letters} one`,
    `${letters} two`,
    '\u{1F3D7} crane',
    '\u{FF21} wide',
    'Zaun',
  ]
  for (const [segment, rows] of rowsOfSegments.entries())
    await sql`
      insert into permits (seq, pid, ref_no, title, target_date, created_at,
        bucket, pipeline_stage, court, permit_type, origin, status)
      overriding system value
      select ${segment * segmentRows} + n * 7 + 1, ${`P${segment}-`} || n, ${`NO-${segment}-`} || n,
        (${titles}::text[])[1 + n * 7 % 8] || case when n % 3 = 0 then ' ' || n % 50 else '' end,
        case when n % 5 <> 0 then date '2026-01-01' + n * 13 % 90 end,
        timestamptz '2026-01-01' + n * 7919 % 1000 * interval '1 minute',
        'processing', 'INTAKE', 'OURS', 'SIGN', 'STAFF', 'NEW'
      from generate_series(1, ${rows}::int) n`.execute(kysely)
  const all = await sql<{ seq: number }>`select seq from permits order by seq`.execute(kysely)
  seqs = all.rows.map(({ seq }) => seq)
  assert.equal(
    seqs.length,
    rowsOfSegments.reduce((sum, rows) => sum + rows, 0),
  )
})
after(() => portal.close())

const places = (field: string) =>
  portal.deps.database.kysely.transaction().execute(async (trx) => {
    const known = new Map<number, KnownRows<Places | null>>()
    for (const segment of rowsOfSegments.keys()) {
      const stored = packPlaces(await buildPlaces(trx, declaration, field, segment))
      // A driver gives a part of a larger memory.
      const part = Buffer.concat([Buffer.alloc(3), stored]).subarray(3)
      known.set(segment, { builds: 1, rows: unpackPlaces(part) })
    }
    return known
  })

/** The first rows of some in an order, as PostgreSQL finds them. */
async function expectedOf(some: readonly number[], sort: string, wanted: number): Promise<number[]> {
  const rows = scopedRows(declaration, actor, todayOf(portal.deps, actor), 'all')
  const find = fieldFinder(declaration, actor)
  const { forwards } = rowOrder(rows, parseSort(sort, find), find)
  const found = await sql<{ seq: number }>`select t.seq from permits t where t.seq = any(${some}::bigint[])
    order by ${forwards} limit ${wanted}`.execute(portal.deps.database.kysely)
  return found.rows.map(({ seq }) => seq)
}

test('the first rows of an order are among those that their places tell', async () => {
  for (const field of ['title', 'createdAt', 'targetDate']) {
    const known = await places(field)
    for (const share of [1, 3, 10, 200]) {
      const some = seqs.filter((seq, at) => (at * 7919) % share === 0 || seq % 11 === share)
      for (const wanted of [1, 50, 300, 10_000]) {
        for (const descending of [false, true]) {
          const expected = await expectedOf(some, `${descending ? '-' : ''}${field}`, wanted)
          const first = firstByPlace(RowSet.of(some), known, wanted, { descending })
          const asked = `${wanted} of ${some.length} by ${field}${descending ? ', downwards' : ''}`
          assert.ok(first, asked)
          const found = new Set(first.seqs)
          assert.ok(found.isSupersetOf(new Set(expected)), asked)
          assert.ok(found.isSubsetOf(new Set(some)), asked)
          assert.equal(found.size, first.seqs.length, asked)
          // A step of the largest segment has three rows.
          if (field !== 'title') assert.ok(found.size <= wanted + 3 * 5 || wanted > 1_000, asked)
        }
      }
    }
  }
})

test('places tell nothing where those of a segment are not known', async () => {
  const known = await places('createdAt')
  known.set(3, { builds: 1, rows: unpackPlaces(null) })
  const outside = seqs.filter((seq) => segmentOfRow(seq) !== 3)
  assert.ok(firstByPlace(RowSet.of(outside), known, 50, { descending: true }))
  assert.equal(firstByPlace(RowSet.of(seqs), known, 50, { descending: true }), null)
  known.delete(4)
  assert.equal(firstByPlace(RowSet.of(outside), known, 50, { descending: true }), null)
})
