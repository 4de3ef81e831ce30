import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberedName, safeFileName, toFileName } from './file-names.ts'
import { isMimeType, servedMimeType, storedMimeType } from './files.ts'
import { inEnglish } from './sentence.ts'
import { uploadTimeoutMs } from './uploads.ts'

const bytes = (text: string) => new TextEncoder().encode(text).byteLength

test('a name in any language is kept, except for outer white space and normalization to NFC (contract.md 10.2)', () => {
  for (const name of [
    'مخطط الموقع.pdf',
    '🏗️ Crane.pdf',
    '👨‍👩‍👧.png',
    'CON',
    'nul.txt',
    'a.b.c',
    'Ä'.repeat(127),
    'x'.repeat(255),
    'no extension',
  ])
    assert.deepEqual(toFileName(name), { name, refusal: null })
  assert.equal(toFileName('  e\u0301.txt ').name, '\u00e9.txt')
  assert.equal(toFileName('invoice\u202Egnp.exe').name, 'invoicegnp.exe')
})

const refusalOf = (name: string) => inEnglish(toFileName(name).refusal ?? '')

test('paths, control characters, lone surrogates, empty and overlong names are refused', () => {
  for (const name of ['', '   ', '\u202E', 'a/b', 'a\\b', 'a\0b', 'a\nb', 'a\u007f', '\ud800.txt'])
    assert.equal(refusalOf(name), 'Invalid file', JSON.stringify(name))
  for (const name of ['.env', '..', '.', '../x', ' .hidden'])
    assert.equal(refusalOf(name), `Unsupported file type: ${name.trim()}.`)
  assert.match(refusalOf('x'.repeat(256)), /255 bytes/)
  assert.match(refusalOf('Ä'.repeat(128)), /255 bytes/)
})

test('a duplicate gets its number before the extension and stays within the length limit (specification.md 5)', () => {
  assert.equal(numberedName('plan.pdf', 0, false), 'plan.pdf')
  assert.equal(numberedName('plan.pdf', 1, false), 'plan (1).pdf')
  assert.equal(numberedName('archive.tar.gz', 12, false), 'archive.tar (12).gz')
  assert.equal(numberedName('README', 2, false), 'README (2)')
  assert.equal(numberedName('v1.2', 1, true), 'v1.2 (1)')
  for (const name of [`${'x'.repeat(251)}.pdf`, `${'🏗'.repeat(62)}.pdf`, `x.${'y'.repeat(253)}`]) {
    const numbered = numberedName(name, 1234, false)
    assert.ok(bytes(numbered) <= 255, numbered)
    assert.ok(numbered.includes(' (1234)') && numbered.isWellFormed())
  }
})

test('active content is stored and served as octet-stream, and an invalid media type is refused', () => {
  for (const type of [
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'text/javascript',
  ])
    assert.deepEqual(
      [storedMimeType(type), servedMimeType(type)],
      ['application/octet-stream', 'application/octet-stream'],
    )
  assert.equal(storedMimeType('image/png'), 'image/png')
  for (const type of ['text/plain', 'text/plain;charset=utf-8', 'application/vnd.ms-excel'])
    assert.ok(isMimeType(type), type)
  for (const type of ['png', 'image/', 'a/b\r\nx: y', 'a/b c', 'a/b;', '/'])
    assert.ok(!isMimeType(type), type)
})

test('an upload has 30 s per MB, at least 2 and at most 15 minutes (specification.md 9)', () => {
  assert.deepEqual([0, 10 * 1_048_576, 1e12].map(uploadTimeoutMs), [120_000, 300_000, 900_000])
})

test('an invalid name has a valid safe name, and a valid name stays unchanged', () => {
  for (const [name, safe] of [
    ['site/plan\\2.pdf', 'site-plan-2.pdf'],
    ['a\u0000b.txt', 'a-b.txt'],
    ['.env', 'env'],
    ['..', 'Unnamed'],
    ['', 'Unnamed'],
    ['half\ud800.txt', 'half-.txt'],
    ['plan.pdf', 'plan.pdf'],
  ] as const) {
    assert.equal(safeFileName(name), safe)
  }
  const long = safeFileName(`${'ü'.repeat(200)}.pdf`)
  assert.ok(long.endsWith('.pdf') && bytes(long) <= 255)
  assert.equal(toFileName(long).name, long)
})
