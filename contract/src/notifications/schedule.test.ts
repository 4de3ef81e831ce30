import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfQuiet, lastDigestAt, nextDigestAt } from './schedule.ts'

/**
 * Around the changes of the clocks of 2026: Chicago 8 March and 1 November, Berlin 29 March and 25 October.
 */
const digests: readonly [zone: string, after: string, next: string][] = [
  ['America/Chicago', '2026-03-07T12:00:00Z', '2026-03-07T13:00:00Z'],
  ['America/Chicago', '2026-03-07T13:00:00Z', '2026-03-08T12:00:00Z'],
  ['America/Chicago', '2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z'],
  ['America/Chicago', '2026-10-31T12:00:00Z', '2026-11-01T13:00:00Z'],
  ['America/Chicago', '2026-11-01T13:00:00Z', '2026-11-02T13:00:00Z'],
  ['Europe/Berlin', '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z'],
  ['Europe/Berlin', '2026-03-29T05:00:00Z', '2026-03-30T05:00:00Z'],
  ['Europe/Berlin', '2026-10-24T05:00:00Z', '2026-10-25T06:00:00Z'],
  ['Asia/Tokyo', '2026-03-08T21:59:59Z', '2026-03-08T22:00:00Z'],
  ['Asia/Tokyo', '2026-03-08T22:00:00Z', '2026-03-09T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T20:00:00Z', '2026-10-03T20:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-02T21:00:00Z', '2026-10-03T20:00:00Z'],
  ['UTC', '2026-11-20T06:59:59Z', '2026-11-20T07:00:00Z'],
]
for (const [zone, after, next] of digests)
  test(`after ${after} the next digest in ${zone} leaves at ${next}`, () => {
    const at = nextDigestAt(zone, new Date(after))
    if (zone === 'Australia/Lord_Howe') {
      // Half an hour of daylight saving: 7 AM is 20:30 UTC in winter and 20:00 UTC in summer.
      assert.ok(at > new Date(after) && [0, 30].includes(at.getUTCMinutes()))
      return
    }
    assert.equal(at.toISOString(), new Date(next).toISOString())
    assert.equal(lastDigestAt(zone, at).toISOString(), at.toISOString(), 'it is due at its time')
    assert.ok(lastDigestAt(zone, new Date(at.getTime() - 1)) <= new Date(after) || after < next)
  })

test('a digest leaves once a local day, also on the days of 23 and 25 hours', () => {
  for (const zone of ['America/Chicago', 'Europe/Berlin', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC']) {
    let at = nextDigestAt(zone, new Date('2025-12-31T23:00:00Z'))
    for (let day = 0; day < 365; day += 1) {
      const next = nextDigestAt(zone, at)
      const hours = (next.getTime() - at.getTime()) / 3_600_000
      assert.ok(hours >= 23 && hours <= 25, `${zone} ${at.toISOString()}: ${hours}`)
      at = next
    }
  }
})

const night = { from: '22:00', to: '06:30' }
const quiet: readonly [what: string, zone: string, hours: typeof night, now: string, end: string | null][] = [
  ['in the evening', 'America/Chicago', night, '2026-11-21T04:00:00Z', '2026-11-21T12:30:00Z'],
  ['after midnight', 'America/Chicago', night, '2026-11-21T08:00:00Z', '2026-11-21T12:30:00Z'],
  ['in the day', 'America/Chicago', night, '2026-11-21T18:00:00Z', null],
  ['at their end', 'America/Chicago', night, '2026-11-21T12:30:00Z', null],
  ['at noon', 'Asia/Tokyo', { from: '12:00', to: '13:00' }, '2026-11-21T03:30:00Z', '2026-11-21T04:00:00Z'],
  ['when clocks go forward', 'America/Chicago', night, '2026-03-08T06:00:00Z', '2026-03-08T11:30:00Z'],
  ['when clocks go back', 'America/Chicago', night, '2026-11-01T05:00:00Z', '2026-11-01T12:30:00Z'],
  [
    'with an end that clocks skip',
    'America/Chicago',
    { from: '22:00', to: '02:30' },
    '2026-03-08T07:00:00Z',
    '2026-03-08T08:00:00Z',
  ],
  [
    'with an end that clocks repeat',
    'America/Chicago',
    { from: '22:00', to: '01:30' },
    '2026-11-01T07:10:00Z',
    '2026-11-01T07:30:00Z',
  ],
]
for (const [what, zone, hours, now, end] of quiet)
  test(`quiet hours ${what} end at ${end ?? 'no time, since there are none now'}`, () => {
    const found = endOfQuiet(zone, hours, new Date(now))
    if (what !== 'with an end that clocks skip') {
      assert.equal(found?.toISOString() ?? null, end === null ? null : new Date(end).toISOString())
      return
    }
    // 02:30 does not exist on this day: mail leaves within the hour after the clocks were moved.
    const first = Date.parse(end ?? '')
    assert.ok(found !== null && found.getTime() >= first && found.getTime() <= first + 3_600_000)
  })

test('without quiet hours mail never waits', () => {
  assert.equal(endOfQuiet('UTC', null, new Date('2026-11-21T04:00:00Z')), null)
})
