import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packed, segmentRows } from './row-set.ts'
import { RowsByWord } from './rows-by-word.ts'

test('each word has the rows it was added with, each row once', () => {
  const byWord = new RowsByWord()
  const expected = new Map<string, Set<number>>()
  for (let row = 0; row < segmentRows; row += 3) {
    for (const word of ['all', `of ${row % 7}`, row % 1_000 === 0 ? 'few' : 'all', `own ${row}`, 'all']) {
      byWord.add(word, row)
      expected.set(word, (expected.get(word) ?? new Set()).add(row))
    }
  }
  const { words, rowsOf, free } = byWord.lists()
  assert.deepEqual(words, [...expected.keys()].toSorted())
  for (const [word, rows] of expected) assert.deepEqual(rowsOf(word), packed(Uint16Array.from(rows)), word)
  assert.equal(rowsOf('none').length, 0)
  free()
})

test('without words there are no lists', () => {
  assert.deepEqual(new RowsByWord().lists().words, [])
})
