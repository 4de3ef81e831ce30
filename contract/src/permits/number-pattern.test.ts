import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { inEnglish } from '../sentence.ts'
import { compareNumber, exampleProblem, numberPatternFault, parseNumberPattern } from './number-pattern.ts'

function compare(pattern: string, number: string) {
  const parsed = parseNumberPattern(pattern)
  assert.ok('pattern' in parsed, pattern)
  return compareNumber(parsed.pattern, number)
}

const austin = '####-###### {BP|EP|MP|PP|DS}'

test('a number fits, is the beginning of one that would, or differs', () => {
  for (const [pattern, number, expected] of [
    [austin, '2015-000001 BP', 'fits'],
    [austin, '', 'begins'],
    [austin, '2015-0000', 'begins'],
    // The suffix is part of the number.
    [austin, '2015-000001', 'begins'],
    [austin, '2015-000001 B', 'begins'],
    [austin, '2015-000001 XP', 'differs'],
    [austin, '2015-000001 bp', 'differs'],
    [austin, '2015-000001 BP2', 'differs'],
    [austin, '15-000001 BP', 'differs'],
    ['BP####-#####', 'BP2021-06514', 'fits'],
    ['#######-@@', '7145413-CN', 'fits'],
    ['#####[#]', '12345', 'fits'],
    ['#####[#]', '123456', 'fits'],
    ['#####[#]', '1234567', 'differs'],
    ['{A|AB}C', 'ABC', 'fits'],
    ['[{A|B}-]#', 'B-1', 'fits'],
    ['[{A|B}-]#', '1', 'fits'],
    ['***', 'a1B', 'fits'],
    ['***', 'a-B', 'differs'],
    ['\\#\\{#\\}', '#{7}', 'fits'],
    ['Nº #', 'Nº 7', 'fits'],
    ['#', '٣', 'differs'],
  ] as const)
    assert.equal(compare(pattern, number), expected, `${pattern} and ${number}`)
})

test('a text that is no pattern says why', () => {
  for (const [pattern, reason] of [
    ['[#', 'opens a bracket that it does not close'],
    ['#]', 'closes a bracket that it does not open'],
    ['{#]', 'closes a bracket that it does not open'],
    ['A|B', 'has a | outside of { }'],
    ['[A|B]', null],
    ['#\\', 'ends with \\'],
    ['[[[[#]]]]', null],
    ['[[[[[#]]]]]', 'has more than 4 brackets inside each other'],
    ['#'.repeat(100), null],
    ['#'.repeat(101), 'is longer than 100 characters'],
  ] as const)
    assert.equal(numberPatternFault(pattern), reason, pattern)
})

test('an example must be there and fit', () => {
  const said = (pattern: unknown, example: unknown) => {
    const problem = exampleProblem(pattern, example)
    return problem === null ? null : inEnglish(problem)
  }
  assert.equal(said(null, null), null)
  assert.equal(said(undefined, 'anything'), null)
  assert.equal(said(austin, '2015-000001 BP'), null)
  assert.match(said(austin, null) ?? '', /^Enter an example/)
  assert.equal(said('##', '123'), 'The example 123 does not fit the pattern ##.')
})

test('every real number of Austin fits its pattern, and none does without its suffix', () => {
  const file = new URL('../../../server/data/austin/construction-permits-2015-sample.csv', import.meta.url)
  const numbers = readFileSync(file, 'utf8').match(/^\d{4}-\d{6} [A-Z]{2}(?=,)/gm) ?? []
  assert.ok(numbers.length > 500)
  for (const number of numbers) {
    assert.equal(compare(austin, number), 'fits', number)
    assert.equal(compare(austin, number.slice(0, -3)), 'begins', number)
  }
})

test('no pattern and no text makes a comparison slow, or fail', () => {
  const hostile = [
    '[#]'.repeat(33),
    `${'[[[[#]]]]'.repeat(11)}`,
    '{#|##|###}'.repeat(10),
    '[{*|**}]'.repeat(12),
    '{|||||||||}'.repeat(9),
  ]
  const begun = performance.now()
  for (const pattern of hostile)
    for (const number of ['1'.repeat(200), `${'1'.repeat(199)}x`, '1'.repeat(100_000)])
      compare(pattern, number)
  // A backtracking match of the first one takes longer than the age of the universe.
  assert.ok(performance.now() - begun < 5_000)
  const text = fc.string({ unit: fc.constantFrom(...'#@*[]{}|\\A1 -'.split('')), maxLength: 100 })
  fc.assert(
    fc.property(text, fc.string({ maxLength: 300 }), (pattern, number) => {
      const parsed = parseNumberPattern(pattern)
      if ('pattern' in parsed) assert.match(compareNumber(parsed.pattern, number), /^(fits|begins|differs)$/)
      else assert.ok(parsed.fault)
    }),
  )
})

test('a pattern fits what a regular expression of the same meaning fits', () => {
  type Form = readonly [pattern: string, expression: string]
  const character = fc.constantFrom<Form>(
    ['#', '[0-9]'],
    ['@', '[A-Za-z]'],
    ['*', '[A-Za-z0-9]'],
    ['A', 'A'],
    ['-', '-'],
  )
  const form = fc.letrec<{ part: Form; sequence: Form }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'form' },
      character,
      tie('sequence').map(([pattern, expression]): Form => [`[${pattern}]`, `(?:${expression})?`]),
      fc
        .tuple(tie('sequence'), tie('sequence'))
        .map(([[a, x], [b, y]]): Form => [`{${a}|${b}}`, `(?:${x}|${y})`]),
    ),
    sequence: fc
      .array(tie('part'), { maxLength: 3, depthIdentifier: 'form' })
      .map((parts): Form => [parts.map(([a]) => a).join(''), parts.map(([, b]) => b).join('')]),
  })).sequence
  const number = fc.string({ unit: fc.constantFrom(...'1aA-'.split('')), maxLength: 6 })
  fc.assert(
    fc.property(form, number, ([pattern, expression], text) => {
      fc.pre(numberPatternFault(pattern) === null)
      assert.equal(compare(pattern, text) === 'fits', new RegExp(`^(?:${expression})$`).test(text))
    }),
    { numRuns: 2_000 },
  )
})
