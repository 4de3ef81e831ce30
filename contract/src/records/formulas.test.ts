import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as forAll, constantFrom, property } from 'fast-check'
import { csvCell, maskFormulas, unmaskFormulas } from './formulas.ts'

test('S-20: a sign that may begin a formula has an apostrophe before it: at the start, behind ; tab CR LF, in full width', () => {
  const cases: [text: string, cell: string][] = [
    ['=1+1', "'=1+1"],
    ["y;=cmd|'/C calc'!A0", "y;'=cmd|'/C calc'!A0"],
    ['a; =b; c', "a; '=b; c"],
    ['a\t@b', "a\t'@b"],
    ['a\r\n-b\n+c', "a\r\n'-b\n'+c"],
    ['＝1', "'＝1"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ["'=quoted by hand", "''=quoted by hand"],
    ['a-b, 3 = 4', 'a-b, 3 = 4'],
  ]
  for (const [text, cell] of cases) {
    assert.equal(maskFormulas(text), cell)
    assert.equal(unmaskFormulas(cell), text)
  }
})

test('S-20: every text comes back as it was, and no cell leaves a sign where a formula may begin', () => {
  const texts = array(
    constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\r', '\n', ' ', "'", 'a', '"', ','),
    { maxLength: 12 },
  )
  forAll(
    property(texts, (letters) => {
      const text = letters.join('')
      const cell = maskFormulas(text)
      assert.equal(unmaskFormulas(cell), text)
      assert.doesNotMatch(cell, /(^|[;\t\r\n]) *[=+\-@＝＋－＠]/)
    }),
    { numRuns: process.env['PROVE'] === '1' ? 100_000 : 2_000 },
  )
})

test('S-20: a cell that holds a separator of any program is quoted', () => {
  assert.deepEqual(['a', 'a;b', 'a\tb', 'a,b', 'a"b', 'a\nb'].map(csvCell), [
    'a',
    '"a;b"',
    '"a\tb"',
    '"a,b"',
    '"a""b"',
    '"a\nb"',
  ])
})
