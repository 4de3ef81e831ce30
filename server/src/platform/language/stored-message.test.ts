import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined, phrase, verbatim } from '@portal/contract'
import { localize } from './localize.ts'
import { fromStoredText, toStoredText, withStoredMessages } from './stored-message.ts'

const message = joined([
  phrase('Not delivered to {{address}}.', { address: verbatim('ben@acme.example') }),
  'The address does not exist.',
])

test('a message is stored once and read in the language of each reader', () => {
  const stored = toStoredText(message)
  assert.equal(
    localize('en')(fromStoredText(stored)),
    'Not delivered to ben@acme.example. The address does not exist.',
  )
  assert.match(localize('es')(fromStoredText(stored)), /ben@acme\.example\. La dirección no existe\.$/)
})

test('an English sentence of an earlier release, and a text that a person typed, stay readable', () => {
  assert.equal(localize('es')(fromStoredText('The address does not exist.')), 'La dirección no existe.')
  for (const typed of ['Call Ben first', '{"say":', '{"say":5}', '{"say":{"template":"x"}}'])
    assert.equal(localize('es')(fromStoredText(typed)), typed)
})

test('the stored messages of a JSON text are put into words, and the rest stays as it is', () => {
  const line = JSON.stringify({ field: 'reason', from: null, to: toStoredText(message), valuation: 5 })
  assert.deepEqual(JSON.parse(withStoredMessages(line, localize('en'))), {
    field: 'reason',
    from: null,
    to: 'Not delivered to ben@acme.example. The address does not exist.',
    valuation: 5,
  })
  assert.equal(withStoredMessages('{"to":"Call Ben first"}', localize('es')), '{"to":"Call Ben first"}')
})
