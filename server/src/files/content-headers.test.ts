import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'content-disposition'
import fc from 'fast-check'
import { contentHeaders, matchesTag, parseRange } from './content-headers.ts'

const headersOf = (name: string, mimeType: string) =>
  contentHeaders({ name, mimeType, sha256: 'ab'.repeat(32) })

test('types that a browser could run or does not know are served as downloads (contract.md 10.5)', () => {
  for (const [name, mimeType] of [
    ['page.html', 'text/html'],
    ['page.html', 'TEXT/HTML; charset=utf-8'],
    ['plan.svg', 'image/svg+xml'],
    ['data.xml', 'application/xml'],
    ['data.xml', 'text/xml'],
    ['code.js', 'text/javascript'],
    ['code.js', 'application/javascript'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['unknown', 'chemical/x-pdb'],
    ['nothing', ''],
  ] as const) {
    const headers = headersOf(name, mimeType)
    assert.equal(headers['content-type'], 'application/octet-stream', mimeType)
    assert.match(headers['content-disposition'] ?? '', /^attachment/)
    assert.match(headers['content-security-policy'] ?? '', /sandbox/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
})

test('harmless types keep their media type, and text declares its encoding', () => {
  assert.equal(headersOf('a.pdf', 'application/pdf')['content-type'], 'application/pdf')
  assert.equal(headersOf('a.txt', 'text/plain')['content-type'], 'text/plain; charset=utf-8')
})

test('a file is saved under its own name in any language', () => {
  for (const name of [
    'plan 1.pdf',
    'مخطط الطابق الأول.pdf',
    '🏗️ crane "permit".png',
    'naïve; filename=evil.html',
    "o'brien.txt",
  ]) {
    assert.equal(
      parse(headersOf(name, 'application/pdf')['content-disposition'] ?? '').parameters['filename'],
      name,
    )
  }
})

test('no file name can break out of the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = headersOf(name, 'application/pdf')['content-disposition'] ?? ''
      assert.match(header, /^attachment; filename[\x20-\x7e]*$/)
      assert.doesNotMatch(parse(header).parameters['filename'] ?? '', /[/\\\r\n\0]/)
    }),
    { numRuns: 300 },
  )
})

test('a Range header is read according to RFC 9110 section 14.2', () => {
  // null: the whole file is sent. The file has 100 bytes.
  const cases = [
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=50-5000', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=0-1,5-6', null],
    ['lines=1-2', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
  ] as const
  for (const [header, range] of cases) assert.deepEqual(parseRange(header, 100), range, header)
  assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
})

test('a range is always within the file', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.option(fc.nat(20_000)), fc.option(fc.nat(20_000)), (size, from, to) => {
      const range = parseRange(`bytes=${from ?? ''}-${to ?? ''}`, size)
      if (range === null || range === 'unsatisfiable') return
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < size)
    }),
  )
})

test('If-None-Match recognizes the copy that the browser already has', () => {
  assert.equal(matchesTag('"x", W/"y"', '"y"'), true)
  assert.equal(matchesTag('*', '"y"'), true)
  assert.equal(matchesTag('"x"', '"y"'), false)
  assert.equal(matchesTag(undefined, '"y"'), false)
})
