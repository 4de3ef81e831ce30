import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TimeZone, dayIn, momentAt, startOfDay, timeZones, untilTomorrow, wallTimeIn } from './time-zones.ts'
import { addDays } from './time.ts'

test('F15: a time zone is a name of the IANA database', () => {
  for (const name of [
    'America/Chicago',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'US/Pacific',
    'UTC',
    'Etc/GMT+5',
    'America/Argentina/Buenos_Aires',
  ])
    assert.equal(TimeZone.parse(name), name)
  assert.equal(TimeZone.parse('america/chicago'), 'America/Chicago')
  for (const name of [
    'Nowhere/City',
    '__proto__',
    'constructor',
    '',
    ' ',
    '+05:30',
    'America/Chicago ',
    '../UTC',
    'x'.repeat(200),
    5,
    null,
  ])
    assert.equal(TimeZone.safeParse(name).success, false, String(name))
})

const beginnings: readonly [zone: string, day: string, at: string][] = [
  ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-23', '2026-11-22T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-22', '2026-11-22T11:00:00.000Z'],
  // Days of clock changes and the days after them.
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00.000Z'],
  // A day without midnight: clocks go forward at midnight.
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
  // Years before year 1 are not supported.
  ['Pacific/Kiritimati', '0001-01-01', '0001-01-01T00:00:00.000Z'],
  // A skipped day and the day after it.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
]
for (const [zone, day, at] of beginnings) {
  test(`F15: ${day} begins in ${zone} at ${at}`, () => {
    assert.equal(startOfDay(zone, day).toISOString(), at)
  })
}

test('F15: in every zone, each day of a year begins at its first moment', () => {
  for (const zone of timeZones().filter((_, index) => index % 7 === 0)) {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 11)) {
      const begins = startOfDay(zone, day)
      assert.equal(dayIn(zone, begins), day, `${zone} ${day}`)
      assert.ok(dayIn(zone, new Date(begins.getTime() - 1)) < day, `${zone} ${day}`)
    }
  }
})

test('F15: the time until tomorrow includes the hour that clocks skip or repeat', () => {
  assert.equal(untilTomorrow('America/Los_Angeles', new Date('2026-03-08T08:00:00Z')), 23 * 3_600_000)
  assert.equal(untilTomorrow('America/Los_Angeles', new Date('2026-11-01T07:00:00Z')), 25 * 3_600_000)
  assert.deepEqual(wallTimeIn('America/Los_Angeles', new Date('2026-11-01T08:30:00Z')), {
    day: '2026-11-01',
    time: '01:30',
  })
})

test('a local time that the clocks skip is as much later as they skip, also in the east', () => {
  const skipped: readonly [zone: string, wall: string, at: string][] = [
    ['America/Chicago', '2026-03-08T02:30', '2026-03-08T08:30:00.000Z'],
    ['America/Chicago', '2026-03-08T03:30', '2026-03-08T08:30:00.000Z'],
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
  ]
  for (const [zone, wall, at] of skipped) assert.equal(momentAt(zone, wall)?.toISOString(), at, zone)
})
