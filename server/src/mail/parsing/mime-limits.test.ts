import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMessage } from './parse-message.ts'

const part = (name: string) =>
  `Content-Type: text/plain; name=${name}\r\nContent-Disposition: attachment\r\n\r\nwords\r\n`
const parts = (count: number, boundary = 'B') =>
  Array.from({ length: count }, (_, n) => `--${boundary}\r\n${part(String(n))}`).join('')
const mixed = (boundary: string) => `Content-Type: multipart/mixed; ${boundary}\r\n\r\n`
const read = (text: string) => parseMessage(Buffer.from(text, 'latin1'))

test('a message of a thousand parts is read completely, and lines that only look like boundaries do not count', async () => {
  const many = await read(`${mixed('boundary=B')}${parts(1_000)}--B--\r\n`)
  assert.deepEqual([many.attachments.length, many.unreadRest], [1_000, null])
  const signed = await read(`Subject: Dump\r\n\r\n${'-- a comment\r\n--B\r\n'.repeat(3_000)}`)
  assert.equal(signed.unreadRest, null)
  assert.equal(signed.text.length, 51_000)
})

const bombs: readonly [what: string, raw: string][] = [
  ['written as everybody does', `${mixed('boundary=B')}${parts(3_000)}`],
  ['in quotes', `${mixed('boundary="a b"')}${parts(3_000, 'a b')}`],
  ['with a quote in the quotes', `${mixed('boundary="a\\\\b"')}${parts(3_000, 'a\\b')}`],
  ['in pieces', `${mixed('boundary*0=A; boundary*1=B')}${parts(3_000, 'AB')}`],
  ['with a comment', `${mixed('boundary=(part)B')}${parts(3_000)}`],
  ['on a line of its own', `${mixed('boundary=\r\n B')}${parts(3_000)}`],
  ['longer than any', `${mixed(`boundary=${'b'.repeat(300)}`)}${parts(3_000, 'b'.repeat(300))}`],
  ['below a long head', `X-Head: ${'x'.repeat(2_000_000)}\r\n${mixed('boundary=B')}${parts(3_000)}`],
  [
    'many times over',
    `${mixed('boundary=B')}${Array.from({ length: 60 }, (_, n) => `--B\r\n${mixed(`boundary=C${n}`)}${parts(60, `C${n}`)}--C${n}--\r\n`).join('')}`,
  ],
]

for (const [what, raw] of bombs) {
  test(`91: with a boundary ${what}, at most a thousand parts are read, and the message says so`, async () => {
    const message = await read(raw)
    assert.equal(message.unreadRest, 'parts')
    assert.ok(message.attachments.length <= 1_000, String(message.attachments.length))
  })
}

test('91: of a message whose part headers exceed the limit, the first parts are read', async () => {
  const heavy = Array.from(
    { length: 500 },
    (_, n) => `--B\r\nX-Head: ${'x'.repeat(20_000)}\r\n${part(String(n))}`,
  ).join('')
  const message = await read(`Subject: Heavy\r\n${mixed('boundary=B')}${heavy}`)
  assert.deepEqual([message.subject, message.unreadRest], ['Heavy', 'head'])
  assert.ok(message.attachments.length > 50)
})

test('91: sender and subject survive when another header is too long', async () => {
  const message = await read(
    `X-Head: ${'x'.repeat(5_000_000)}\r\nFrom: Ada <ada@acme.example>\r\nSubject: Fence\r\n\r\nWords`,
  )
  assert.deepEqual(
    [message.from.address, message.subject, message.text.trim(), message.unreadRest],
    ['ada@acme.example', 'Fence', 'Words', 'head'],
  )
})
