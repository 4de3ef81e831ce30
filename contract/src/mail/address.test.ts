import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey, isMailAddress, toEnvelopeAddress, withNeededQuotes } from './address.ts'

const sendable = [
  'ben@acme.example',
  'Ben.O_Hara+plans@mail.acme.example',
  "o'hara=x@acme.example",
  '"john..doe"@ex.net',
  '"a b@c"@ex.net',
  'jörg@bücher.example',
  'ben@xn--bcher-kva.example',
  '用户@例子.广告',
]
const notSendable = [
  'nobody',
  '@acme.example',
  'ben@',
  'ben@localhost',
  'john..doe@ex.net',
  '.john@ex.net',
  'a b@ex.net',
  'ben@ex net.example',
  'ben@ex.net>',
  'ben@ex.net/x',
  'ben@1.2.3.4',
  '"open@ex.net',
  `${'x'.repeat(65)}@ex.net`,
  'ben@-a.example',
  'ben@ex.net\r\nRCPT TO:<x@y.z>',
]

test('F16: mail addresses are valid by the SMTP grammar', () => {
  for (const address of sendable) assert.equal(isMailAddress(address), true, address)
  for (const address of notSendable) assert.equal(isMailAddress(address), false, address)
})

test('F16: all spellings of an address have the same key, and its domain is sent in ASCII', () => {
  assert.equal(addressKey('"Ben"@B\u00fccher.Example '), addressKey('ben@xn--bcher-kva.example'))
  assert.notEqual(addressKey('ben+plans@acme.example'), addressKey('ben@acme.example'))
  assert.equal(toEnvelopeAddress('Jörg@bücher.example'), 'Jörg@xn--bcher-kva.example')
  assert.equal(toEnvelopeAddress('nobody'), 'nobody')
  assert.deepEqual(
    ['john..doe@ex.net', '"john..doe"@ex.net', '"ben"@ex.net', String.raw`"a\"b"@ex.net`].map(
      withNeededQuotes,
    ),
    ['"john..doe"@ex.net', '"john..doe"@ex.net', 'ben@ex.net', String.raw`"a\"b"@ex.net`],
  )
})
