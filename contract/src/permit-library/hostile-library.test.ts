import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish } from '../sentence.ts'
import type { LibraryAttribute } from './attributes.ts'
import { checkLibrary } from './check-library.ts'
import { seedLibrary } from './permit-library.ts'
import type { LibraryPermitType, PermitLibrary } from './permit-library.ts'

/** Libraries that another office, or a mistake, could bring. */

const [building] = seedLibrary.permitTypes
const type = (code: string, label: string): LibraryPermitType => ({
  code,
  label,
  retired: false,
  authorities: [],
  category: 'BUILDING',
})
const attribute = (name: string, shownWhen: LibraryAttribute['shownWhen'] = {}): LibraryAttribute => ({
  name,
  label: name,
  type: 'boolean',
  masked: true,
  requiredWhen: null,
  shownWhen,
  permitTypes: [building?.code ?? ''],
})
const details = (library: Partial<PermitLibrary>) =>
  checkLibrary(seedLibrary, { ...seedLibrary, ...library }).map(
    ({ path, detail }) => `${path}: ${inEnglish(detail)}`,
  )

test('details that are shown by each other would never appear, so they are refused by name', () => {
  const two = [attribute('aaa', { 'custom.bbb': [true] }), attribute('bbb', { 'custom.aaa': [true] })]
  const waits = (at: number, names: string) =>
    `body.attributes.${at}.shownWhen: The details ${names} wait for each other, so none of them would be shown.`
  assert.deepEqual(details({ attributes: two }), [waits(0, 'aaa, bbb')])
  const three = [
    attribute('first'),
    attribute('aaa', { 'custom.bbb': [true], priority: ['RUSH'] }),
    attribute('bbb', { 'custom.ccc': [false], 'custom.first': [true] }),
    attribute('ccc', { 'custom.aaa': [true] }),
    attribute('last', { 'custom.ccc': [true] }),
  ]
  assert.deepEqual(
    details({ attributes: three }).filter((detail) => detail.includes('wait')),
    [waits(1, 'aaa, bbb, ccc')],
  )
  const tree = [
    attribute('aaa'),
    attribute('bbb', { 'custom.aaa': [true] }),
    attribute('ccc', { 'custom.aaa': [true], 'custom.bbb': [false] }),
  ]
  assert.deepEqual(details({ attributes: tree }), [])
  const long = Array.from({ length: 100 }, (_, at) =>
    attribute(`a${at}`, { [`custom.a${(at + 1) % 100}`]: [true], [`custom.a${(at + 7) % 100}`]: [true] }),
  )
  assert.equal(details({ attributes: long }).length, 1)
})

test('a new name needs a character that can be seen, and one of an earlier release stays', () => {
  for (const label of ['\u200b', '\u2060\u200d\ufeff\u00ad', '\u3164', '\u202e']) {
    const permitTypes = [...seedLibrary.permitTypes, type('AAA', label)]
    const attributes = [{ ...attribute('aaa'), label }]
    const needed = (path: string) => `${path}: ${path}: a text needs a character that can be seen`
    assert.deepEqual(details({ permitTypes, attributes }), [
      needed(`body.permitTypes.${permitTypes.length - 1}.label`),
      needed('body.attributes.0.label'),
    ])
    assert.deepEqual(checkLibrary({ ...seedLibrary, permitTypes }, { ...seedLibrary, permitTypes }), [])
  }
  for (const label of ['Corte de acera', '歩道', 'پیاده\u200cرو', '👷🏽\u200d♀️', 'é'])
    assert.deepEqual(details({ permitTypes: [...seedLibrary.permitTypes, type('AAA', label)] }), [], label)
})

test('two names that look the same are one name', () => {
  const permitTypes = [
    ...seedLibrary.permitTypes,
    type('AAA', 'Curb cut'),
    type('BBB', 'Cu\u200brb CUT\u2060'),
  ]
  const at = permitTypes.length - 1
  assert.deepEqual(details({ permitTypes }).length, 1)
  assert.match(details({ permitTypes })[0] ?? '', new RegExp(`^body\\.permitTypes\\.${at}\\.label`))
})
