import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmptySearch, parseMailSearch } from './search.ts'
import type { MailSearch } from './search.ts'

const nothing: MailSearch = {
  words: [],
  from: [],
  to: [],
  subject: [],
  hasAttachment: false,
  before: null,
  after: null,
}
const cases: [string, Partial<MailSearch>][] = [
  ['', {}],
  ['  fence   permit ', { words: ['fence', 'permit'] }],
  ['from:ann', { from: ['ann'] }],
  ['FROM:Ann to:ben@acme.example', { from: ['Ann'], to: ['ben@acme.example'] }],
  ['from:"Ann Lee" fence', { from: ['Ann Lee'], words: ['fence'] }],
  ['subject:"site plan" subject:fees', { subject: ['site plan', 'fees'] }],
  ['has:attachment', { hasAttachment: true }],
  ['has:attachments plan', { hasAttachment: true, words: ['plan'] }],
  ['before:2026-11-20 after:2026-11-01', { before: '2026-11-20', after: '2026-11-01' }],
  ['before:2026-11-20 before:2026-11-10', { before: '2026-11-10' }],
  ['after:2026-11-01 after:2026-11-10', { after: '2026-11-10' }],
  ['"site plan" x', { words: ['site', 'plan', 'x'] }],
  // An operator with a missing or invalid value counts as a word.
  ['from:', { words: ['from:'] }],
  ['has:fence', { words: ['has:fence'] }],
  ['before:2026-13-40', { words: ['before:2026-13-40'] }],
  ['after:"last week"', { words: ['after:last', 'week'] }],
  ['re: fence', { words: ['re:', 'fence'] }],
  ['https://city.example/a', { words: ['https://city.example/a'] }],
  ['__proto__:x constructor:y', { words: ['__proto__:x', 'constructor:y'] }],
  ['from:"open', { from: ['"open'] }],
]

for (const [q, asked] of cases)
  test(`the mail search "${q}" means ${JSON.stringify(asked)} (issue 5)`, () => {
    assert.deepEqual(parseMailSearch(q), { ...nothing, ...asked })
    assert.equal(isEmptySearch(parseMailSearch(q)), Object.keys(asked).length === 0)
  })
