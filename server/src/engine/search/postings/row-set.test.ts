import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowSet, packed, packedUnion, segmentRows } from './row-set.ts'

const every = (set: RowSet) => set.newest(Infinity).toReversed()

/** Rows spread over three segments, without a pattern. */
const spread = (many: number, step: number) =>
  [...new Set(Array.from({ length: many }, (_, at) => (at * step) % (3 * segmentRows)))].toSorted(
    (a, b) => a - b,
  )

function setOf(seqs: readonly number[]): RowSet {
  const bySegment = Map.groupBy(seqs, (seq) => Math.floor(seq / segmentRows))
  return new RowSet(
    [...bySegment].map(([segment, own]) => [
      segment,
      packed(Uint16Array.from(own, (seq) => seq % segmentRows)),
    ]),
  )
}

test('stored rows are the same rows, whether they are few or many', () => {
  for (const many of [0, 1, 300, 12_287, 30_000, 150_000]) {
    const seqs = spread(many, 7_919)
    const set = setOf(seqs)
    assert.deepEqual(every(set), seqs)
    assert.equal(set.count, seqs.length)
  }
  assert.ok(packed(Uint16Array.from({ length: segmentRows }, (_, at) => at)).length <= segmentRows / 8)
})

test('sets are joined and cut as sets of numbers are', () => {
  const ascending = (seqs: Iterable<number>) => [...new Set(seqs)].toSorted((a, b) => a - b)
  const all = [spread(20_000, 104_729), spread(9_000, 31), spread(300, 7_919), spread(150_000, 7_919), []]
  for (const one of all) {
    for (const other of all) {
      const [set, otherSet, known] = [setOf(one), setOf(other), new Set(other)]
      const common = one.filter((seq) => known.has(seq))
      assert.deepEqual(every(RowSet.union([set, otherSet, set])), ascending([...one, ...other]))
      assert.deepEqual(every(set.and(otherSet)), common)
      assert.equal(set.and(otherSet).count, common.length)
      assert.deepEqual([every(set), every(otherSet)], [one, other], 'sets do not change')
    }
    const gone = [one[7] ?? -1, 10 * segmentRows]
    assert.deepEqual(
      every(setOf(one).without(gone)),
      one.filter((seq) => !gone.includes(seq)),
    )
    const more = [5 * segmentRows + 1, 3, 3, 70_001]
    assert.deepEqual(every(setOf(one).with(more)), ascending([...one, ...more]))
  }
})

test('rows of a segment are packed as they are stored, in memory of their own', () => {
  for (const many of [0, 1, 300, 12_287, 30_000]) {
    const offsets = spread(many, 7_919).filter((seq) => seq < segmentRows)
    const rows = packed(Uint16Array.from(offsets))
    // A driver gives a part of a larger memory, which may begin anywhere.
    const part = Buffer.concat([Buffer.alloc(1), rows]).subarray(1)
    for (const some of [[part], [part, rows], [rows, part]]) {
      const union = packedUnion(some)
      assert.deepEqual(Buffer.from(union), Buffer.from(rows))
      assert.equal(union.buffer.byteLength, union.length)
    }
    assert.deepEqual(every(new RowSet([[0, part]])), offsets)
    assert.deepEqual(every(new RowSet([[0, part]]).and(new RowSet([[0, rows]]))), offsets)
  }
  assert.equal(packedUnion([]).length, 0)
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
