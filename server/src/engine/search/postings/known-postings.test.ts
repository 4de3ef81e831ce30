import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KnownPostings } from './known-postings.ts'
import type { KnownSegments } from './known-postings.ts'

const segmentsOf = (bytes: number): KnownSegments =>
  new Map([[0, { builds: 1, rows: new Uint8Array(bytes) }]])

test('what was not asked for the longest time makes room', () => {
  const known = new KnownPostings(10_000)
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
  const known = new KnownPostings(10_000)
  const other = segmentsOf(4_000)
  known.keep('other', other)
  for (let turn = 0; turn < 5; turn += 1) known.keep('one', segmentsOf(4_000))
  assert.equal(known.find('other'), other)
})

test('an entry that has no room is not kept', () => {
  const known = new KnownPostings(1_000)
  known.keep('large', segmentsOf(4_000))
  assert.equal(known.find('large').size, 0)
})

test('nothing is known of a table once it has no posting lists, since its builds may begin anew', () => {
  const known = new KnownPostings()
  known.keep('one', segmentsOf(10))
  known.note('permits', false)
  assert.equal(known.lacks('permits'), true)
  assert.equal(known.find('one').size, 0)
  known.note('permits', true)
  assert.equal(known.lacks('permits'), false)
})
