import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ical from 'node-ical'
import { toIcs } from './ics.ts'
import type { IcsEntry } from './ics.ts'

const entry = (values: Partial<IcsEntry> = {}): IcsEntry => ({
  uid: 'AB12-dueDate@portal.example',
  kind: 'event',
  day: '2026-11-30',
  at: null,
  summary: 'Due: 4th St. warehouse',
  description: 'Permit PM-2026-000123',
  url: 'https://portal.example/permits/processing/AB12',
  category: 'Permit',
  status: 'NEW',
  isOver: false,
  version: 4,
  updatedAt: new Date('2026-11-26T08:15:00.000Z'),
  ...values,
})
const write = (...entries: IcsEntry[]) => toIcs({ name: 'Permit Portal', description: 'Dates.', entries })
/** What another program reads: the only component of this type. */
function readOnly<Type extends 'VEVENT' | 'VTODO'>(text: string, type: Type) {
  const found = Object.values(ical.sync.parseICS(text)).filter(
    (each) => each !== undefined && each.type === type,
  )
  const [component] = found
  assert.equal(found.length, 1)
  assert.ok(component)
  return component
}
const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : String(value)
const member = (component: object, name: string): string => textOf(Reflect.get(component, name))

test('another program reads a whole day: its day, summary, address, sequence and last change', () => {
  const event = readOnly(write(entry()), 'VEVENT')
  const read = [
    'uid',
    'summary',
    'url',
    'sequence',
    'start',
    'end',
    'datetype',
    'lastmodified',
    'dtstamp',
  ].map((name) => member(event, name))
  assert.deepEqual(read, [
    'AB12-dueDate@portal.example',
    'Due: 4th St. warehouse',
    'https://portal.example/permits/processing/AB12',
    '3',
    '2026-11-30T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    'date',
    '2026-11-26T08:15:00.000Z',
    '2026-11-26T08:15:00.000Z',
  ])
})

test('another program reads a date with a time as an instant', () => {
  const event = readOnly(write(entry({ at: new Date('2026-11-30T15:30:00.000Z') })), 'VEVENT')
  assert.deepEqual(
    [member(event, 'datetype'), member(event, 'start')],
    ['date-time', '2026-11-30T15:30:00.000Z'],
  )
})

const states = [
  ['OPEN', false, 'NEEDS-ACTION'],
  ['WAITING', false, 'IN-PROCESS'],
  ['DONE', true, 'COMPLETED'],
  ['CANCELLED', true, 'CANCELLED'],
] as const

for (const [status, isOver, expected] of states) {
  test(`a task in status ${status} is work in state ${expected}`, () => {
    const work = readOnly(write(entry({ kind: 'work', status, isOver })), 'VTODO')
    assert.deepEqual([member(work, 'status'), member(work, 'due')], [expected, '2026-11-30T00:00:00.000Z'])
  })
}

test('whatever people write stays inside its property: every text is read back, and no line is over 75 octets', () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom(
        ';',
        ',',
        '\n',
        '\u2028',
        '\u2029',
        ':',
        '"',
        'END:VEVENT\nBEGIN:VEVENT',
        '🏗️',
        'Ñandú',
        'X-A;B=C:D',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  // The reader takes an escaped backslash before "n" for a line break, so backslashes have a test of their
  // own.
  const unread = /\\|(?!\n)\p{Cc}/gu
  fc.assert(
    fc.property(texts, (parts) => {
      const summary = `a${parts.join('').replaceAll(unread, '')}z`
      const text = write(entry({ summary, description: summary }))
      for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.equal(/(^|[^\r])\n/.test(text), false)
      const event = readOnly(text, 'VEVENT')
      const read = summary.replaceAll(/[\u2028\u2029]/g, '\n')
      assert.deepEqual([member(event, 'summary'), member(event, 'description')], [read, read])
    }),
    { numRuns: 200 },
  )
})

test('a backslash is doubled, so that it escapes nothing', () => {
  assert.match(write(entry({ summary: 'C:\\new; a' })), /\r\nSUMMARY:C:\\\\new\\; a\r\n/)
})

test('the same dates give the same text, and a change gives another sequence', () => {
  assert.equal(write(entry()), write(entry()))
  assert.match(write(entry({ version: 5 })), /\r\nSEQUENCE:4\r\n/)
})

test('the name of a view stays in the name of its calendar', () => {
  const name = 'Signs\r\nBEGIN:VEVENT\nSUMMARY:not there'
  const text = toIcs({ name, description: 'Dates.', entries: [] })
  assert.match(text, /\r\nX-WR-CALNAME:Signs BEGIN:VEVENT SUMMARY:not there\r\n/)
  assert.match(text, /END:VCALENDAR\r\n$/)
})
