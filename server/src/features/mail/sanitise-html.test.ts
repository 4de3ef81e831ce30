import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sanitiseHtml } from './sanitise-html.ts'
import { hostileBodies } from './test-support/hostile-bodies.ts'

const noPictures = () => undefined
const tag = /<\/?([a-z][a-z0-9]*)((?:\s[a-z-]+="[^"<>]*")*)\s?\/?>/g
const attribute = /\s([a-z-]+)="([^"]*)"/g

const harmlessTags =
  /^(a|abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)$/
const harmlessAttributes =
  /^(align|alt|bgcolor|border|cellpadding|cellspacing|color|colspan|dir|face|height|href|lang|nowrap|rel|rowspan|scope|size|span|src|start|style|target|title|type|valign|width)$/

/** Everything in sanitised HTML that could act; an independent reading, since every `<` of text is escaped there. */
function activeIn(html: string): string[] {
  const found: string[] = []
  const rest = html.replaceAll(tag, (_whole, name: string, attributes: string) => {
    if (!harmlessTags.test(name)) found.push(`element ${name}`)
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) {
      if (!harmlessAttributes.test(key)) found.push(`attribute ${key}`)
      if (key === 'href' && !/^(https?:\/\/|mailto:|tel:)/.test(value)) found.push(`address ${value}`)
      if (key === 'src' && !/^(data:image\/(png|jpe?g|gif|webp);base64,|\/api\/mail\/)/.test(value)) found.push(`picture ${value}`)
      if (key === 'style' && /[\\@<]|url|expression|position|transform|import|var\(|-\d/i.test(value)) found.push(`style ${value}`)
      if (key === 'target' && value !== '_blank') found.push(`target ${value}`)
    }
    return ''
  })
  if (rest.includes('<')) found.push(`stray < in ${rest.slice(0, 80)}`)
  return found
}

test('nothing in a hostile mail runs, loads, sends or frames (contract.md 10.6)', () => {
  for (const body of hostileBodies) assert.deepEqual(activeIn(sanitiseHtml(body, noPictures).html), [], body.slice(0, 120))
})

test('nothing survives when hostile pieces are joined, nested and cut', () => {
  const pieces = fc.array(fc.constantFrom(...hostileBodies), { minLength: 1, maxLength: 4 })
  const around = fc.constantFrom('', '<table><tr><td>', '<p title="', '<!--', '<b><i>', '<a href="', "<img alt='", '<style>')
  fc.assert(
    fc.property(pieces, around, fc.nat(200), (bodies, prefix, cut) => {
      const body = prefix + bodies.map((each) => each.slice(0, 2_000)).join(prefix)
      assert.deepEqual(activeIn(sanitiseHtml(body.slice(0, Math.max(20, body.length - cut)), noPictures).html), [])
    }),
    { numRuns: 300, seed: 20_261_120 },
  )
})

test('the reader of this test sees what is active', () => {
  for (const body of ['<script>', '<p onclick="x">', '<a href="javascript:x">', '<img src="https://x/">', '<p style="position:fixed">', '<b <i>']) {
    assert.notDeepEqual(activeIn(body), [], body)
  }
})

test('an honest mail keeps its words, tables, lists, colours and links', () => {
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

test('a picture that came with the message is shown from the message', () => {
  const { html, blockedPictures } = sanitiseHtml('<img src="cid:logo@city.example" alt="City" width="80">', (id) =>
    id === 'logo@city.example' ? '/api/mail/x' : undefined,
  )
  assert.equal(html, '<img width="80" alt="City" src="/api/mail/x" />')
  assert.equal(blockedPictures, 0)
})

test('pictures from elsewhere are counted, their words stay', () => {
  const { html, blockedPictures } = sanitiseHtml(
    '<img src="https://a.example/1.png" alt="Plan"><img src="//a.example/2.png" width="1" height="1">',
    noPictures,
  )
  assert.equal(html, '<span>[Plan]</span><span></span>')
  assert.equal(blockedPictures, 2)
})

test('a mail with colours of its own is told from one without', () => {
  assert.equal(sanitiseHtml('<p>plain</p>', noPictures).hasOwnColours, false)
  assert.equal(sanitiseHtml('<p style="background:#fff">x</p>', noPictures).hasOwnColours, true)
  assert.equal(sanitiseHtml('<td bgcolor="#eee">x</td>', noPictures).hasOwnColours, true)
})
