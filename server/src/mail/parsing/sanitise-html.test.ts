import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bodyDocument, bodyWarnings } from '../reading/body-document.ts'
import { sanitiseHtml } from './sanitise-html.ts'
import { activeContent } from '../test-support/active-content.ts'
import { hostileBodies } from '../test-support/hostile-bodies.ts'

const noPictures = { own: () => undefined }
test('nothing in a hostile mail runs, loads, submits or frames (contract.md 10.6)', () => {
  for (const body of hostileBodies)
    assert.deepEqual(activeContent(sanitiseHtml(body, noPictures).html), [], body.slice(0, 120))
})

test('no active content survives in joined, nested and truncated hostile bodies', () => {
  const pieces = fc.array(fc.constantFrom(...hostileBodies), { minLength: 1, maxLength: 4 })
  const around = fc.constantFrom(
    '',
    '<table><tr><td>',
    '<p title="',
    '<!--',
    '<b><i>',
    '<a href="',
    "<img alt='",
    '<style>',
  )
  fc.assert(
    fc.property(pieces, around, fc.nat(200), (bodies, prefix, cut) => {
      const body = prefix + bodies.map((body) => body.slice(0, 2_000)).join(prefix)
      assert.deepEqual(
        activeContent(sanitiseHtml(body.slice(0, Math.max(20, body.length - cut)), noPictures).html),
        [],
      )
    }),
    { numRuns: 300, seed: 20_261_120 },
  )
})

test('the checker of this test detects active content', () => {
  for (const body of [
    '<script>',
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<img src="https://x/">',
    '<p style="position:fixed">',
    '<b <i>',
  ]) {
    assert.notDeepEqual(activeContent(body), [], body)
  }
})

test('an honest mail keeps its text, tables, lists, colors and links', () => {
  const { html } = sanitiseHtml(
    '<h2 style="color:#15803d">Fees</h2><table border="1"><tr><td width="80">Plan review</td><td align="right">$125.50</td></tr></table>' +
      '<ul><li>one</li></ul><p>See <a href="https://city.example/fees?a=1&b=2">the schedule</a></p>',
    noPictures,
  )
  assert.equal(
    html,
    '<h2 style="color:#15803d">Fees</h2><table border="1"><tr><td width="80">Plan review</td><td align="right">$125.50</td></tr></table>' +
      '<ul><li>one</li></ul><p>See <a href="https://city.example/fees?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">the schedule</a></p>',
  )
})

test('an attached picture is shown from the message', () => {
  const { html, blockedPictures } = sanitiseHtml('<img src="cid:logo@city.example" alt="City" width="80">', {
    own: (id) => (id === 'logo@city.example' ? '/api/mail/x' : undefined),
  })
  assert.equal(html, '<img width="80" alt="City" src="/api/mail/x" />')
  assert.equal(blockedPictures, 0)
})

test('remote pictures are counted, and their alternative text stays', () => {
  const { html, blockedPictures } = sanitiseHtml(
    '<img src="https://a.example/1.png" alt="Plan"><img src="//a.example/2.png" width="1" height="1">',
    noPictures,
  )
  assert.equal(html, '<span>[Plan]</span><span></span>')
  assert.equal(blockedPictures, 2)
})

test('a mail with its own colors is recognized', () => {
  assert.equal(sanitiseHtml('<p>plain</p>', noPictures).hasOwnColours, false)
  assert.equal(sanitiseHtml('<p style="background:#fff">x</p>', noPictures).hasOwnColours, true)
  assert.equal(sanitiseHtml('<td bgcolor="#eee">x</td>', noPictures).hasOwnColours, true)
})

test('the signs of every hostile body match what rendering it finds', () => {
  for (const html of hostileBodies) {
    const message = { html, text: '', subject: '', attachments: [] }
    const { blockedPictures, strangeLinks } = bodyDocument(message, 'light', { attachment: (id) => id })
    const told = bodyWarnings(message)
    assert.deepEqual([told.blockedPictures, told.strangeLinks], [blockedPictures, strangeLinks], html)
  }
})
