import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowSet, packed, segmentRows } from './row-set.ts'

const every = (set: RowSet) => set.newest(Infinity).toReversed()

/** Rows spread over three segments, without a pattern. */
const spread = (many: number, step: number) =>
  [...new Set(Array.from({ length: many }, (_, at) => (at * step) % (3 * segmentRows)))].toSorted(
    (a, b) => a - b,
  )

function setOf(seqs: readonly number[]): RowSet {
  const set = new RowSet()
  for (let segment = 0; segment < 3; segment += 1) {
    const offsets = seqs
      .filter((seq) => Math.floor(seq / segmentRows) === segment)
      .map((seq) => seq % segmentRows)
    set.addPacked(segment, packed(offsets))
  }
  return set
}

test('stored rows are the same rows, whether they are few or many', () => {
  for (const many of [0, 1, 300, 12_287, 30_000, 150_000]) {
    const seqs = spread(many, 7_919)
    const set = setOf(seqs)
    assert.deepEqual(every(set), seqs)
    assert.equal(set.count, seqs.length)
  }
  assert.ok(packed(Array.from({ length: segmentRows }, (_, at) => at)).length <= segmentRows / 8)
})

test('sets are joined and cut as sets of numbers are', () => {
  const [one, other] = [spread(20_000, 104_729), spread(9_000, 31)]
  const both = setOf(one)
  both.addAll(setOf(other))
  assert.deepEqual(
    every(both),
    [...new Set([...one, ...other])].toSorted((a, b) => a - b),
  )
  const common = setOf(one)
  common.keepOnly(setOf(other))
  const known = new Set(other)
  assert.deepEqual(
    every(common),
    one.filter((seq) => known.has(seq)),
  )
  const cut = setOf(one)
  cut.remove(one[7] ?? -1)
  cut.remove(10 * segmentRows)
  cut.add(5 * segmentRows + 1)
  assert.deepEqual(every(cut), [...one.filter((_, at) => at !== 7), 5 * segmentRows + 1])
})

test('rows of a segment are packed as they are stored', () => {
  for (const many of [0, 1, 300, 12_287, 30_000, 150_000]) {
    const set = setOf(spread(many, 7_919))
    const again = new RowSet()
    for (let segment = 0; segment < 3; segment += 1) again.addPacked(segment, set.packedOf(segment))
    assert.deepEqual(every(again), every(set))
  }
  assert.equal(setOf([3, 70_000]).packedOf(1).length, 2)
  assert.equal(setOf([3]).packedOf(2).length, 0)
})

test('a stored bitmap may begin anywhere in its memory', () => {
  const seqs = spread(30_000, 7_919).filter((seq) => seq < segmentRows)
  const shifted = new Uint8Array(segmentRows / 8 + 1).subarray(1)
  shifted.set(setOf(seqs).packedOf(0))
  const set = setOf([seqs[0] ?? 0])
  set.addPacked(0, shifted)
  assert.deepEqual(every(set), seqs)
})

test('the newest rows come first, up to a number', () => {
  const set = setOf([3, 70_000, 70_001, 131_072])
  assert.deepEqual(set.newest(3), [131_072, 70_001, 70_000])
})

test('a set without rows has no bits', () => {
  assert.equal(new RowSet().toBitmap().length, 0)
  const bitmap = setOf([9]).toBitmap()
  assert.equal(bitmap[1], 2)
})
