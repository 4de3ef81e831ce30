import { parseHtml } from './parse-html.ts'
import {
  emptyText,
  forgotAttachment,
  isAddress,
  isBlank,
  isWithin,
  plainText,
  readPeople,
  withPeople,
} from './draft-text.ts'

test('recipients are read with or without names, separated by commas, semicolons or lines', () => {
  expect(
    readPeople('a@b.example; "Ruiz, Carla" <carla@city.example>,\nBob <bob@mail.example>, , nobody'),
  ).toEqual([
    { name: '', address: 'a@b.example' },
    { name: 'Ruiz, Carla', address: 'carla@city.example' },
    { name: 'Bob', address: 'bob@mail.example' },
    { name: '', address: 'nobody' },
  ])
})

test.each([
  ['Doe, Jane <jane@x.example>', [['Doe, Jane', 'jane@x.example']]],
  [
    '<@relay.example:ann@x.example>; pete(his account)@x.example',
    [
      ['', 'ann@x.example'],
      ['his account', 'pete@x.example'],
    ],
  ],
  [
    'Plans: ann@x.example, ben@x.example;',
    [
      ['', 'ann@x.example'],
      ['', 'ben@x.example'],
    ],
  ],
  ['"john..doe"@x.example', [['', '"john..doe"@x.example']]],
])('F16: %s is parsed by the mail address grammar', (typed, people) => {
  expect(readPeople(typed)).toEqual(people.map(([name, address]) => ({ name, address })))
})

test('a recipient is listed once, ignoring the case of the address', () => {
  const known = [{ name: 'Bob', address: 'Bob@mail.example' }]
  expect(withPeople(known, [{ name: '', address: 'bob@MAIL.example' }])).toEqual(known)
})

test.each([
  ['a@b.example', true],
  ['a b@c.example', false],
  ['a@b', false],
  ['nobody', false],
  ['a@b.example>', false],
  ['"john..doe"@b.example', true],
  ['john..doe@b.example', false],
  ['jörg@bücher.example', true],
])('%s is an address: %s', (text, is) => expect(isAddress(text)).toBe(is))

test('an empty paragraph is blank, an image is not', () => {
  expect(isBlank({ ...emptyText, html: '<p></p>' })).toBe(true)
  expect(isBlank({ ...emptyText, html: '<p><img src="cid:a@portal"></p>' })).toBe(false)
})

test.each([
  ['<p>k</p>', '<p>kz</p>', true],
  ['<p>k</p>', '<p>k</p><p>z</p>', true],
  ['<p>one</p><blockquote>quoted</blockquote>', '<p>one two</p><blockquote>quoted</blockquote>', true],
  ['', '<p>k</p>', true],
  ['<p>kz</p>', '<p>k</p>', false],
  ['<p>kx</p>', '<p>kz</p>', false],
  ['<p>aa</p>', '<p>a</p>', false],
])('%s continues as %s: %s', (html, later, is) =>
  expect(isWithin({ ...emptyText, html }, { ...emptyText, html: later })).toBe(is),
)

test('recipients, subject and sender count as text too', () => {
  const [ada, bob] = ['ada@mail.example', 'bob@mail.example'].map((address) => ({ name: '', address }))
  const later = {
    ...emptyText,
    from: ada ?? emptyText.from,
    to: [ada, bob].flatMap((each) => each ?? []),
    subject: 'Fence',
  }
  expect(isWithin({ ...later, to: later.to.slice(1), subject: 'Fen' }, later)).toBe(true)
  expect(isWithin({ ...later, cc: later.to }, later)).toBe(false)
  expect(isWithin({ ...later, subject: 'Wall' }, later)).toBe(false)
  expect(isWithin({ ...later, from: bob ?? emptyText.from }, later)).toBe(false)
})

test('an attachment mentioned only in the quoted text does not show a notice', () => {
  expect(forgotAttachment({ ...emptyText, html: '<p>see attached</p>' }, 0)).toBe(true)
  expect(forgotAttachment({ ...emptyText, html: '<p>see attached</p>' }, 1)).toBe(false)
  expect(
    forgotAttachment({ ...emptyText, html: '<p>thanks</p><blockquote>see attached</blockquote>' }, 0),
  ).toBe(false)
})

test.each([
  ['<p onclick="x()">a<script>alert(1)</script></p>', '<p>a</p>'],
  [
    '<a href="javascript:alert(1)">x</a><a href="https://a.example">y</a>',
    '<a>x</a><a href="https://a.example">y</a>',
  ],
  ['<img src="https://evil.example/x.png"><img src="cid:a@portal">', '<img src="cid:a@portal">'],
  ['<svg><p>gone</p></svg><custom>stays</custom>', 'stays'],
  ['<span style="font-weight: 700; position: fixed">b</span>', '<span style="font-weight: 700;">b</span>'],
  ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
  ['&lt;b&gt; &amp; &nbsp;', '&lt;b&gt; &amp; &nbsp;'],
])('copied HTML is reduced to safe elements: %s (checklist 78)', (html, wanted) =>
  expect(parseHtml(html).innerHTML).toBe(wanted),
)

test('S-03: pasted text of any kind is parsed in linear time', () => {
  const startedAt = performance.now()
  expect(readPeople(`${'a@b.example, '.repeat(20_000)}"x`)).toHaveLength(20_001)
  expect(isBlank({ ...emptyText, html: '<'.repeat(300_000) })).toBe(false)
  expect(plainText('<'.repeat(300_000))).toHaveLength(300_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('a comma in a quoted name separates nothing, and an unclosed quote quotes nothing', () => {
  expect(
    readPeople('"Doe, Jane" <jane@city.example>, "x, bob@city.example').map(({ address }) => address),
  ).toEqual(['jane@city.example', 'x', 'bob@city.example'])
})
