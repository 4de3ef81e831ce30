import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldCompanyName, matchCompanies, queryOfName } from './company-name.ts'

const folded = (text: string) => foldCompanyName(text)?.folded ?? null

test('a company is the same one without its case, accents, punctuation, spaces and legal form', () => {
  const alike: readonly (readonly [string, ...string[]])[] = [
    ['Hill Country Electric', 'HILL COUNTRY ELECTRIC LLC', ' hill  country electric, L.L.C. '],
    ['Hill Country Electric', 'Hill Country Electric L. L. C.', 'Hill-Country Electric Co., Inc.'],
    ['Café Olé Builders', 'CAFE OLE BUILDERS LTD', 'Cafe\u0301 Ole\u0301 Builders'],
    ["O'Brien & Sons, LP", 'OBRIEN AND SONS L P', 'O’Brien and Sons LLP'],
    ['A.B.C. Roofing Corp.', 'ABC ROOFING CORPORATION', 'ABC Roofing Company'],
    ['ＡＣＭＥ Ｉｎｃ', 'Acme'],
  ]
  for (const [name, ...others] of alike)
    for (const other of others) assert.equal(folded(other), folded(name), `${name} = ${other}`)
})

test('a name that is near is another company', () => {
  const apart: readonly (readonly [string, string])[] = [
    ['Hill Country Electric', 'Hill Country Electrical'],
    ['Hill Country Electric', 'Hill Country'],
    ['Hill Country Electric', 'Hill Country Electric Supply'],
    ['Hill Country Electric', 'The Hill Country Electric'],
    ['Hill Country Electric', 'Hillcountry Electric'],
    ['Hill Country Electric', 'Electric Hill Country'],
    ['Company Builders', 'Builders'],
    ['Smith & Sons', 'Smith Sons'],
    ['C++ Builders', 'C Builders'],
    ['Acme 1', 'Acme 2'],
    // The first letter of the second one is Cyrillic.
    ['Acme', '\u0410cme'],
    ['Acme', 'Ac\u200bme'],
    // The vowel signs of these two words differ.
    ['की', 'कु'],
  ]
  for (const [one, other] of apart) assert.notEqual(folded(one), folded(other), `${one} / ${other}`)
})

test('a text that names no company matches nothing', () => {
  const hostile = ['', '   ', 'LLC', 'Inc. Co.', '---', '&', '%', 'x'.repeat(201), 'y'.repeat(5_000_000)]
  const match = matchCompanies(hostile.map((name, at) => ({ org: `O${at}`, name })))
  for (const text of hostile) assert.equal(match(text), null, text.slice(0, 20))
})

test('of two clients with one name the legal form decides, and otherwise neither is meant', () => {
  const match = matchCompanies([
    { org: 'LLC', name: 'Acme, LLC' },
    { org: 'INC', name: 'Acme Inc.' },
    { org: 'BEST', name: 'Best Roofing' },
    { org: 'BEST', name: 'Best Roofing LLC' },
  ])
  assert.deepEqual(['ACME L.L.C.', 'acme inc', 'Acme', 'Acme Corp', 'Best Roofing Ltd', 'Best'].map(match), [
    'LLC',
    'INC',
    null,
    null,
    'BEST',
    null,
  ])
})

test('a feed is asked by words that mean nothing in a query', () => {
  const words = (text: string) => queryOfName(text)?.words.join(' ') ?? null
  assert.deepEqual(
    ["O'Brien & Sons, Inc.", 'A.B.C. Roofing L.L.C.', "x') or 1=1 -- %_", '<script>alert(1)</script>'].map(
      words,
    ),
    ['o brien sons', 'a b c roofing', 'x or 1 1', 'script alert 1 script'],
  )
  assert.deepEqual(['Мост', 'A', 'LLC', '&'].map(words), [null, null, null, null])
  assert.deepEqual(queryOfName('Élan Café Ltd'), { words: ['lan', 'caf'], isAnchored: false, wholeWords: [] })
  assert.equal(queryOfName('Eé')?.isAnchored, undefined)
  assert.equal(queryOfName('Hill Country')?.isAnchored, true)
})
