import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish } from '@portal/contract'
import { quotedBody } from './quote.ts'

const writer = { zone: 'America/Chicago', say: inEnglish }

const message = {
  subject: 'Fees <2026> & more',
  from: { name: 'Ann "A" Lee', address: 'ann@acme.example' },
  to: [
    { name: '', address: 'me@portal.example' },
    { name: 'Ben', address: 'ben@acme.example' },
  ],
  cc: [],
  receivedAt: '2026-11-20T12:34:56.000Z',
  html: '<p>Hello <img src="cid:seal"></p>',
}

test('a reply begins with an empty line, followed by author, date and the quoted message', () => {
  const from = 'Ann &quot;A&quot; Lee &lt;ann@acme.example&gt;'
  const expected = `<p></p><p>On Nov 20, 2026, 6:34 AM CST, ${from} wrote:</p><blockquote><p>Hello <img src="cid:seal"></p></blockquote>`
  assert.equal(quotedBody('reply', message, writer), expected)
  assert.equal(quotedBody('replyAll', message, writer), expected)
})

test('a forward shows the header of the forwarded message without empty lines, and the unchanged message', () => {
  assert.equal(
    quotedBody('forward', message, writer),
    '<p></p><p><strong>From:</strong> Ann &quot;A&quot; Lee &lt;ann@acme.example&gt;<br><strong>Sent:</strong> Nov 20, 2026, 6:34 AM CST<br>' +
      '<strong>To:</strong> me@portal.example; Ben &lt;ben@acme.example&gt;<br><strong>Subject:</strong> Fees &lt;2026&gt; &amp; more</p><p>Hello <img src="cid:seal"></p>',
  )
})
