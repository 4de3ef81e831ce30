import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import { allFields, isWritableField } from '../collections/declaration.ts'
import { collectionNames } from '../collections/names.ts'
import { Refusal } from '../problem.ts'
import { roles } from '../roles.ts'
import { checkRequired, checkWrite } from './writes.ts'

const team = { role: 'team' } as const
const refusal = (work: () => unknown): Refusal => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test('text is stored as written, except for outer white space and NFC, and an empty text becomes null', () => {
  const values = checkWrite(collections.permits, team, {
    title: '  Cafe\u0301 – 北京 🙂 <b>\n',
    description: '   ',
    city: '',
  })
  assert.deepEqual(values, { title: 'Café – 北京 🙂 <b>', description: null, city: null })
})

for (const [what, body] of [
  ['a NUL', { title: 'a\u0000b' }],
  ['half a character', { title: '\ud83d' }],
  ['a text as an amount', { valuation: '5' }],
  ['an amount below zero', { valuation: -1 }],
  ['half a cent', { valuation: 1.5 }],
  ['a day that does not exist', { targetDate: '2026-02-29' }],
  ['an unknown code', { permitType: 'CASTLE' }],
  ['a text longer than an index keeps', { title: 'x'.repeat(501) }],
  ['no number', { lat: Number.NaN }],
  ['an object as a list', { tags: {} }],
] as const) {
  test(`${what} is refused`, () => {
    assert.equal(refusal(() => checkWrite(collections.permits, team, body)).type, 'validation-failed')
  })
}

for (const name of collectionNames) {
  test(`in ${name}, every role is refused exactly the fields that it may not write`, () => {
    const declaration = collections[name]
    for (const role of roles) {
      for (const [field, declared] of Object.entries(allFields(declaration))) {
        if (isWritableField(declared, { role })) continue
        const { type, extras } = refusal(() => checkWrite(declaration, { role }, { [field]: null }))
        const hidden = role === 'client' && declared.masked === true
        assert.equal(type, hidden ? 'validation-failed' : 'forbidden-field', `${role} ${field}`)
        assert.equal(extras.errors?.[0]?.path, `body.${field}`)
      }
    }
  })
}

test('a refusal names all missing required fields', () => {
  const { extras } = refusal(() => checkRequired(collections.permits, { title: 'x', org: null }, ['city']))
  assert.deepEqual(
    extras.errors?.map(({ path, code }) => [path, code]),
    [
      ['body.org', 'required'],
      ['body.permitType', 'required'],
      ['body.city', 'required'],
    ],
  )
})
