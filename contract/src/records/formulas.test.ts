import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as forAll, constantFrom, property } from 'fast-check'
import { csvCell, maskFormulas, unmaskFormulas } from './formulas.ts'

test('S-20: a sign that can start a formula gets an apostrophe: at the start, after ; tab CR LF, and in full width', () => {
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

test('S-20: unmasking returns every text unchanged, and no masked cell can start a formula', () => {
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

test('S-20: a cell that contains a separator of any program is quoted', () => {
  assert.deepEqual(['a', 'a;b', 'a\tb', 'a,b', 'a"b', 'a\nb'].map(csvCell), [
    'a',
    '"a;b"',
    '"a\tb"',
    '"a,b"',
    '"a""b"',
    '"a\nb"',
  ])
})
