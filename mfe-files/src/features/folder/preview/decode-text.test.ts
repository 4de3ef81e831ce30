import { decodeText } from './decode-text.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['UTF-8', utf8('Straße 図 🏗'), 'Straße 図 🏗'],
  ['UTF-8 cut within a letter', utf8('plan 🏗').subarray(0, -2), 'plan '],
  ['UTF-16 with its mark', new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0xe9, 0x00]), 'Aé'],
  [
    'what Windows wrote before',
    new Uint8Array([0x53, 0x74, 0x72, 0x61, 0xdf, 0x65, 0x2e, 0x0a, 0x41]),
    'Straße.\nA',
  ],
  ['nothing', new Uint8Array(), ''],
])('a text in %s is decoded correctly', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})
