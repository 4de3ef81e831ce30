import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HolidayFileDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let year: number
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  year = portal.clock.now().getUTCFullYear()
})
after(() => portal.close())

const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:x',
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]
const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
const send = (as: Person, text: string) =>
  portal.crud(as, { apiPath: 'calendar/holidays', method: 'POST', body: { text } })
async function read(...events: string[][]) {
  const response = await send(people.admin, file(...events))
  assert.equal(response.statusCode, 200, response.body)
  return HolidayFileDays.parse(response.json())
}

test('whole days are read with their names, also over several days, each once and in order', async () => {
  const { days, leftOut } = await read(
    event(`DTSTART;VALUE=DATE:${year}1224`, `DTEND;VALUE=DATE:${year}1227`, 'SUMMARY:Year end'),
    event(`DTSTART;VALUE=DATE:${year}0501`, 'SUMMARY:Labour\\, day'),
    event(`DTSTART;VALUE=DATE:${year}1225`, 'SUMMARY:Again'),
    event(`DTSTART;VALUE=DATE:${year}0601`, 'SUMMARY:Off', 'STATUS:CANCELLED'),
    event(`DTSTART:${year}0701T090000Z`, 'SUMMARY:Meeting'),
    event(`DTSTART;VALUE=DATE:${year}0101`, `DTEND;VALUE=DATE:${year}1231`, 'SUMMARY:Whole year'),
  )
  assert.deepEqual(days, [
    { day: `${year}-05-01`, name: 'Labour, day' },
    { day: `${year}-12-24`, name: 'Year end' },
    { day: `${year}-12-25`, name: 'Year end' },
    { day: `${year}-12-26`, name: 'Year end' },
  ])
  assert.equal(leftOut, 2)
})

test('a holiday of every year is read for this year and the next three', async () => {
  const { days } = await read(event('DTSTART;VALUE=DATE:19991231', 'RRULE:FREQ=YEARLY', 'SUMMARY:Eve'))
  assert.deepEqual(
    days.map(({ day }) => day),
    [0, 1, 2, 3].map((more) => `${year + more}-12-31`),
  )
})

test('a file that is no calendar is refused in words', async () => {
  for (const text of ['hello', 'BEGIN:VCARD\r\nEND:VCARD\r\n', '{"a":1}', 'BEGIN:VCALENDAR\r\n']) {
    const response = await send(people.admin, text)
    assert.equal(response.statusCode, 400, text)
    assert.match(response.body, /not a calendar/)
  }
})

test('hostile files end within the limits and leave the server responsive', { timeout: 60_000 }, async () => {
  const hostile = [
    event('DTSTART;VALUE=DATE:20260131', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', 'SUMMARY:Never'),
    event('DTSTART;VALUE=DATE:00010101', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Always'),
    event('DTSTART;VALUE=DATE:20260101', 'DURATION:P9999999W', 'SUMMARY:Long'),
  ]
  const many = Array.from({ length: 3_000 }, () => event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY'))
  for (const text of [...hostile.map((each) => file(each)), file(...many)]) {
    const [response, health] = await Promise.all([
      send(people.admin, text),
      portal.send({ method: 'GET', url: '/api/health/live' }),
    ])
    assert.ok([200, 400].includes(response.statusCode), response.body)
    if (response.statusCode === 200) assert.ok(HolidayFileDays.parse(response.json()).days.length <= 400)
    assert.equal(health.statusCode, 200)
  }
  const response = await send(people.admin, 'x'.repeat(500_001))
  assert.equal(response.statusCode, 400)
})

test('only administrators read holiday files', async () => {
  for (const person of [people.team, people.client])
    assert.equal((await send(person, file())).statusCode, 403)
})
