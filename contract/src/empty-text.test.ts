import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from './collections/collections.ts'
import { isEmptyText } from './empty-text.ts'
import { safeFileName, toFileName } from './file-names.ts'
import { NewMailTask } from './mail.ts'
import { PermitLibrary, seedLibrary } from './permit-library/permit-library.ts'
import { checkRequired, checkWrite } from './query/writes.ts'
import { NewNote } from './records/notes.ts'
import { SignUp } from './sign-in/requests.ts'
import { SavedView, View } from './views.ts'

const invisible = {
  'a zero-width space': '\u200b',
  'a soft hyphen': '\u00ad',
  'direction marks': '\u200e \u200f\u202e\u2069',
  'a byte order mark': '\ufeff',
  'a word joiner between spaces': ' \u2060 ',
  'a Hangul filler': '\u3164',
  'a blank Braille pattern': '\u2800',
  'a variation selector': '\ufe0f',
  'a C1 control character': '\u0085',
} as const

const visible = ['.', '👩\u200d🚀', 'e\u0301', '\u200eשלום', 'ﷺ', '❤\ufe0f', '\u0600', '한']

for (const [what, text] of Object.entries(invisible)) {
  test(`a text of ${what} alone is empty wherever it is written`, () => {
    assert.equal(isEmptyText(text), true)
    const admin = { role: 'admin' } as const
    for (const [collection, field] of [
      ['permits', 'title'],
      ['tasks', 'title'],
      ['orgs', 'legalName'],
      ['authorities', 'name'],
    ] as const) {
      const values = checkWrite(collections[collection], admin, { [field]: text })
      assert.equal(values[field], null, collection)
      assert.throws(
        () => checkRequired(collections[collection], values),
        new RegExp(`\\b${field}\\b`),
        collection,
      )
    }
    assert.equal(SavedView.safeParse({ name: text, collection: 'permits' }).success, false)
    assert.equal(NewNote.safeParse({ content: text }).success, false)
    assert.equal(NewMailTask.safeParse({ title: text }).success, false)
    assert.equal(SignUp.safeParse({ name: text, email: 'ana@example.com' }).success, false)
    assert.equal(toFileName(text).name, null)
    assert.equal(safeFileName(text).trim(), text === '\u0085' ? '-' : 'Unnamed')
  })
}

test('a text with one visible character stays as it is written', () => {
  for (const text of visible) {
    assert.equal(isEmptyText(text), false, text)
    assert.equal(NewNote.parse({ content: text }).content, text.normalize('NFC'))
    assert.equal(NewMailTask.parse({ title: text }).title, text.normalize('NFC'))
  }
})

test('what an earlier release stored under such a name can still be read', () => {
  const view = { pid: '01', version: 1, visibility: 'mine', isDefaultFor: null, owner: null, mayChange: true }
  assert.equal(View.parse({ ...view, name: '\u200b', collection: 'permits' }).name, '\u200b')
  const [first, ...others] = seedLibrary.permitTypes
  const library = { ...seedLibrary, permitTypes: [{ ...first, label: '\u200b' }, ...others] }
  assert.equal(PermitLibrary.parse(library).permitTypes[0]?.label, '\u200b')
})
