import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../time.ts'
import { wallTimeIn } from '../time-zones.ts'
import { holidaysIn, weekdayOf } from './holidays.ts'
import { addWorkingDays, calendarOfAgency, relativeDay, workingTimeBetween } from './working-calendar.ts'
import { WorkingCalendar, maxClosedDays } from './calendar-schema.ts'
import type { WorkingHours } from './calendar-schema.ts'

const isFull = process.env['PROVE'] === '1'
const usual = WorkingCalendar.parse({})
const hourMs = 3_600_000

test('federal holidays of 2026 and 2027 fall on the published days, also those moved from weekends', () => {
  assert.deepEqual(
    [...holidaysIn(2026, ['us-federal']).keys()],
    ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25'].map(
      (day) => `2026-${day}`,
    ),
  )
  // 1 January 2028 is a Saturday, so it is observed in 2027.
  assert.deepEqual([...holidaysIn(2027, ['us-federal']).keys()].slice(-4), [
    '2027-11-11',
    '2027-11-25',
    '2027-12-24',
    '2027-12-31',
  ])
})

test('Texas agencies close on the Friday after Thanksgiving and around Christmas, and move no holiday', () => {
  const days = [...holidaysIn(2026, ['texas']).keys()]
  for (const day of ['2026-07-04', '2026-11-27', '2026-12-24', '2026-12-26'])
    assert.ok(days.includes(day), day)
  for (const day of ['2026-07-03', '2026-06-19', '2026-10-12']) assert.ok(!days.includes(day), day)
})

test('working days skip weekends, holidays and closed days, forwards and backwards', () => {
  assert.equal(addWorkingDays(usual, '2026-11-25', 1), '2026-11-27')
  assert.equal(addWorkingDays({ ...usual, holidays: ['us-federal', 'texas'] }, '2026-11-25', 1), '2026-11-30')
  assert.equal(addWorkingDays({ ...usual, closedDays: ['2026-11-27'] }, '2026-11-25', 1), '2026-11-30')
  assert.equal(addWorkingDays(usual, '2026-11-30', -2), '2026-11-25')
  assert.equal(addWorkingDays(usual, '2026-11-28', 0), '2026-11-28')
})

test('a typed +5wd is the fifth working day from today; other texts are no days', () => {
  const day = (text: string) => relativeDay(text, '2026-11-25', usual)
  assert.deepEqual(
    [day('+5wd'), day('+5DH'), day('-1wd'), day('+10d'), day('+2w')],
    ['2026-12-03', '2026-12-03', '2026-11-24', '2026-12-05', '2026-12-09'],
  )
  assert.deepEqual(
    [day('5wd'), day('+wd'), day('+5x'), day('2026-12-01'), day('+1000wd')],
    Array(5).fill(null),
  )
})

test('a calendar needs a working day, seven weekdays and hours that end after they begin', () => {
  const hours = (hour: WorkingHours | null, count = 7) => ({
    hours: Array.from({ length: count }, () => hour),
  })
  assert.ok(!WorkingCalendar.safeParse(hours(null)).success)
  assert.ok(!WorkingCalendar.safeParse(hours({ from: '08:00', to: '17:00' }, 6)).success)
  assert.ok(!WorkingCalendar.safeParse(hours({ from: '17:00', to: '08:00' })).success)
  assert.ok(!WorkingCalendar.safeParse(hours({ from: '8', to: '17:00' })).success)
})

/** Zones with the days on which their clocks change in 2026. */
const changes = {
  'America/Chicago': ['2026-03-08', '2026-11-01'],
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'Australia/Sydney': ['2026-04-05', '2026-10-04'],
} as const

test('a day on which clocks change has the usual hours, and one hour more or less only around the clock', () => {
  const always = WorkingCalendar.parse({
    hours: Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' })),
    holidays: [],
  })
  const daytime = { ...always, hours: Array.from({ length: 7 }, () => ({ from: '08:00', to: '17:00' })) }
  const lengths = { 'America/Chicago': [23, 25], 'Europe/Berlin': [23, 25], 'Australia/Sydney': [25, 23] }
  for (const zone of ['America/Chicago', 'Europe/Berlin', 'Australia/Sydney'] as const) {
    for (const [place, day] of changes[zone].entries()) {
      // From noon the day before to noon the day after, without the halves of those days.
      const [from, to] = [new Date(`${addDays(day, -1)}T12:00:00Z`), new Date(`${addDays(day, 1)}T12:00:00Z`)]
      const hoursOn = (calendar: WorkingCalendar) =>
        workingTimeBetween({ ...calendar, closedDays: [addDays(day, -1), addDays(day, 1)] }, zone, from, to) /
        hourMs
      assert.equal(hoursOn(daytime), 9, `${zone} ${day}`)
      assert.equal(hoursOn(always), lengths[zone][place], `${zone} ${day}`)
    }
  }
})

/** Counts each minute whose time of day is within the hours of its day. */
function countMinutes(calendar: WorkingCalendar, zone: string, from: Date, to: Date): number {
  let minutes = 0
  for (let at = from.getTime(); at < to.getTime(); at += 60_000) {
    const { day, time } = wallTimeIn(zone, new Date(at))
    const isClosed =
      calendar.closedDays.includes(day) || holidaysIn(Number(day.slice(0, 4)), calendar.holidays).has(day)
    const hours = isClosed ? null : (calendar.hours[weekdayOf(day)] ?? null)
    if (hours !== null && time >= hours.from && time < hours.to) minutes += 1
  }
  return minutes
}

const time = (least: number, maxCount: number) =>
  fc
    .integer({ min: least, max: maxCount })
    .map((quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${(quarter % 4) * 15 || '00'}`)
// Clocks change at two or three in the morning, when no office has its hours begin or end.
const hours = fc.option(
  fc.oneof(
    fc.record({ from: time(16, 50), to: time(51, 96) }),
    fc.constant({ from: '00:00', to: '24:00' }),
    fc.constant({ from: '00:00', to: '12:30' }),
  ),
  { nil: null },
)
const minuteOf2026 = fc
  .integer({ min: 0, max: 364 * 1_440 })
  .map((minutes) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000))

test('working time between two moments is what counting minute by minute gives', () => {
  fc.assert(
    fc.property(
      fc.array(hours, { minLength: 7, maxLength: 7 }),
      fc.constantFrom(...(['America/Chicago', 'Europe/Berlin', 'Australia/Sydney'] as const)),
      fc.oneof(minuteOf2026, fc.constantFrom(0, 1)),
      fc.integer({ min: 0, max: 4 * 1_440 }),
      (week, zone, start, minutes) => {
        const calendar: WorkingCalendar = {
          hours: week,
          holidays: ['us-federal'],
          closedDays: ['2026-03-09'],
          agencies: {},
        }
        // Every other interval lies around a change of clocks.
        const from =
          typeof start === 'number' ? new Date(`${addDays(changes[zone][start] ?? '', -1)}T09:17:00Z`) : start
        const to = new Date(from.getTime() + minutes * 60_000)
        assert.equal(
          workingTimeBetween(calendar, zone, from, to),
          countMinutes(calendar, zone, from, to) * 60_000,
        )
      },
    ),
    { numRuns: isFull ? 2_000 : 30 },
  )
})

test('the nth working day after a day has n working days up to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 60 }), (after, count) => {
      const start = addDays('2026-01-01', after)
      const end = addWorkingDays(usual, start, count)
      const dayHours = workingTimeBetween(
        usual,
        'UTC',
        new Date(`${addDays(start, 1)}T00:00:00Z`),
        new Date(`${addDays(end, 1)}T00:00:00Z`),
      )
      assert.equal(dayHours / hourMs / 9, count)
      assert.ok(addWorkingDays(usual, end, -count) <= addDays(start, 1))
    }),
    { numRuns: isFull ? 5_000 : 200 },
  )
})

test('the holidays of an agency come on top of those of the office, and its hours replace them', () => {
  const hours = [null, null, { from: '07:00', to: '12:00' }, null, null, null, null]
  const calendar = WorkingCalendar.parse({
    holidays: ['us-federal'],
    closedDays: ['2026-12-28'],
    agencies: {
      EARLY: { hours, holidays: ['texas'], closedDays: ['2026-12-29'] },
      CLOSED_MORE: { closedDays: ['2026-12-30'] },
    },
  })
  const early = calendarOfAgency(calendar, 'EARLY')
  assert.deepEqual(early.hours, hours)
  assert.deepEqual(early.holidays, ['us-federal', 'texas'])
  assert.deepEqual(early.closedDays, ['2026-12-28', '2026-12-29'])
  const more = calendarOfAgency(calendar, 'CLOSED_MORE')
  assert.deepEqual(more.hours, calendar.hours)
  assert.deepEqual(more.closedDays, ['2026-12-28', '2026-12-30'])
  for (const unknown of ['NONE', 'constructor', '__proto__'])
    assert.equal(calendarOfAgency(calendar, unknown), calendar)
})

test('an agency that works on Mondays alone and has as many closed Mondays as it may has working days', () => {
  const monday = '2026-01-05'
  const mondays = (from: number, count: number) =>
    Array.from({ length: count }, (_, week) => addDays(monday, 7 * (from + week)))
  const hours = [null, { from: '08:00', to: '17:00' }, null, null, null, null, null]
  const calendar = WorkingCalendar.parse({
    holidays: [],
    closedDays: mondays(1, maxClosedDays),
    agencies: { CITY: { hours, closedDays: mondays(1 + maxClosedDays, maxClosedDays) } },
  })
  assert.equal(
    addWorkingDays(calendarOfAgency(calendar, 'CITY'), monday, 1),
    addDays(monday, 7 * (2 * maxClosedDays + 1)),
  )
})
