import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KnownPostings, RecentSegments } from './known-postings.ts'
import type { KnownSegments } from './known-postings.ts'
import { maxSteps } from './places.ts'
import type { Bound } from './places.ts'
import { segmentRows } from './row-set.ts'

const segmentsOf = (bytes: number): KnownSegments =>
  new Map([[0, { builds: 1, rows: new Uint8Array(bytes) }]])

const recent = (maxBytes: number) => new RecentSegments<Uint8Array>(maxBytes, ({ length }) => length)

test('what was not asked for the longest time makes room', () => {
  const known = recent(10_000)
  const [first, second, third] = [segmentsOf(4_000), segmentsOf(4_000), segmentsOf(4_000)]
  known.keep('first', first)
  known.keep('second', second)
  assert.equal(known.find('first'), first)
  known.keep('first', first)
  known.keep('third', third)
  assert.equal(known.find('first'), first)
  assert.equal(known.find('second').size, 0)
  assert.equal(known.find('third'), third)
})

test('an entry that is kept again counts once', () => {
  const known = recent(10_000)
  const other = segmentsOf(4_000)
  known.keep('other', other)
  for (let turn = 0; turn < 5; turn += 1) known.keep('one', segmentsOf(4_000))
  assert.equal(known.find('other'), other)
})

test('an entry that has no room is not kept', () => {
  const known = recent(1_000)
  known.keep('large', segmentsOf(4_000))
  assert.equal(known.find('large').size, 0)
})

test('the places of three orders of ten million records have room', () => {
  const known = new KnownPostings()
  const keep = (field: string, bound: Bound) => {
    const rows = {
      steps: new Uint16Array(segmentRows),
      bounds: Array.from({ length: maxSteps + 1 }, () => bound),
    }
    const segments = Array.from({ length: Math.ceil(10_000_000 / segmentRows) }, (_, at) => at)
    known.places.keep(field, new Map(segments.map((segment) => [segment, { builds: 1, rows }])))
  }
  keep('title', 'x'.repeat(80))
  keep('createdAt', 1_767_225_600.5)
  keep('targetDate', 1_767_225_600)
  for (const field of ['title', 'createdAt', 'targetDate'])
    assert.ok(known.places.find(field).size > 0, field)
})

test('nothing is known of a table once it has no posting lists, since its builds may begin anew', () => {
  const known = new KnownPostings()
  known.rows.keep('one', segmentsOf(10))
  known.places.keep('one', new Map([[0, { builds: 1, rows: null }]]))
  known.note('permits', false)
  assert.equal(known.lacks('permits'), true)
  for (const each of [known.rows, known.places]) assert.equal(each.find('one').size, 0)
  known.note('permits', true)
  assert.equal(known.lacks('permits'), false)
})
