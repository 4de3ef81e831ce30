import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, momentAt, recurrenceFault, wallTimeIn } from '@portal/contract'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { dayAfter, nextDates } from './recurrence.ts'

const isFull = process.env['PROVE'] === '1'
const noDates = { dueDate: null, remindAt: null, followUpAt: null }

test('the next day of a rule is the one after the due date', () => {
  const cases: [rule: string, day: string, next: string | null][] = [
    ['FREQ=WEEKLY', '2026-12-01', '2026-12-08'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-27', '2026-11-30'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', '2026-11-26', '2026-12-07'],
    ['FREQ=MONTHLY', '2026-01-31', '2026-03-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', '2026-02-28'],
    ['FREQ=YEARLY', '2028-02-29', '2032-02-29'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01', null],
    // The year 9999 is the last one.
    ['FREQ=DAILY', '9999-12-30', '9999-12-31'],
    ['FREQ=DAILY', '9999-12-31', null],
    ['FREQ=YEARLY', '9999-01-01', null],
  ]
  for (const [rule, day, next] of cases) assert.equal(dayAfter(rule, day), next, rule)
})

test('COUNT and UNTIL end it, and UNTIL with a time is judged in the zone', () => {
  const next = (recurrence: string, zone = 'America/Chicago') =>
    nextDates({ ...noDates, dueDate: '2026-12-01', recurrence }, zone, '2026-12-01')
  assert.deepEqual(next('FREQ=WEEKLY;COUNT=3'), {
    ...noDates,
    dueDate: '2026-12-08',
    recurrence: 'FREQ=WEEKLY;COUNT=2',
  })
  assert.equal(next('FREQ=WEEKLY;COUNT=1'), null)
  assert.equal(next('FREQ=WEEKLY;UNTIL=20261208')?.dueDate, '2026-12-08')
  assert.equal(next('FREQ=WEEKLY;UNTIL=20261207'), null)
  // Three in the morning in UTC is still the evening before in Chicago.
  assert.equal(next('FREQ=WEEKLY;UNTIL=20261208T030000Z'), null)
  assert.equal(next('FREQ=WEEKLY;UNTIL=20261208T030000Z', 'Europe/Berlin')?.dueDate, '2026-12-08')
})

test('a task without dates is due on the next day after it was closed; one with a reminder only keeps only that', () => {
  const recurrence = 'FREQ=MONTHLY;BYMONTHDAY=1'
  assert.equal(nextDates({ ...noDates, recurrence }, 'UTC', '2026-11-26')?.dueDate, '2026-12-01')
  const reminded = { ...noDates, remindAt: '2026-11-01T15:00:00.000Z', recurrence }
  assert.deepEqual(nextDates(reminded, 'UTC', '2026-11-26'), {
    ...reminded,
    remindAt: '2026-12-01T15:00:00.000Z',
  })
})

/**
 * Zones with their days of change: 1 November and 8 March 2026, 25 October and 29 March, 4 October and 5
 * April.
 */
const zones = ['America/Chicago', 'Europe/Berlin', 'Australia/Sydney']

test('reminders keep their time of day and their distance through every change of clocks in three zones', () => {
  for (const zone of zones) {
    let task = {
      dueDate: '2026-01-05',
      remindAt: '2026-01-02T14:30:15.250Z',
      followUpAt: '2026-01-07T03:00:00.000Z',
      recurrence: 'FREQ=DAILY',
    }
    const first = { ...task }
    for (let day = 1; day <= 365; day += 1) {
      const next = nextDates(task, zone, task.dueDate)
      assert.ok(next?.dueDate && next.remindAt && next.followUpAt)
      task = { ...next, dueDate: next.dueDate, remindAt: next.remindAt, followUpAt: next.followUpAt }
      assert.equal(task.dueDate, addDays(first.dueDate, day))
      for (const field of ['remindAt', 'followUpAt'] as const) {
        const [was, is] = [wallTimeIn(zone, new Date(first[field])), wallTimeIn(zone, new Date(task[field]))]
        assert.deepEqual(
          is,
          { day: addDays(was.day, day), time: was.time },
          `${zone} ${field} ${task[field]}`,
        )
      }
      assert.equal(task.remindAt.slice(16), ':15.250Z')
    }
  }
})

test('a time of day that the clocks skip is as much later on that day, in the west and in the east', () => {
  const skips = [
    { zone: 'America/Chicago', skipped: '2026-03-08', time: '02:30', later: '03:30' },
    { zone: 'Europe/Berlin', skipped: '2027-03-28', time: '02:30', later: '03:30' },
    { zone: 'Australia/Lord_Howe', skipped: '2026-10-04', time: '02:15', later: '02:45' },
  ] as const
  for (const { zone, skipped, time, later } of skips) {
    const before = addDays(skipped, -1)
    const remindAt = momentAt(zone, `${before}T${time}`)?.toISOString() ?? null
    const task = { dueDate: before, remindAt, followUpAt: null, recurrence: 'FREQ=DAILY' }
    const next = nextDates(task, zone, before)
    assert.deepEqual(wallTimeIn(zone, new Date(next?.remindAt ?? '')), { day: skipped, time: later }, zone)
  }
})

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const part = (name: string, value: fc.Arbitrary<string>) =>
  fc.option(value, { nil: null }).map((text) => (text === null ? '' : `;${name}=${text}`))
const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 4 }).map(String)
const interval = part('INTERVAL', fc.integer({ min: 1, max: 4 }).map(String))
const rules = fc.oneof(
  fc.tuple(fc.constant('FREQ=DAILY'), interval),
  fc.tuple(fc.constant('FREQ=WEEKLY'), interval, part('BYDAY', days)),
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    interval,
    part('BYMONTHDAY', fc.integer({ min: 1, max: 28 }).map(String)),
  ),
  fc.tuple(fc.constant('FREQ=MONTHLY'), part('BYDAY', fc.constantFrom('1MO', '-1FR', '3WE'))),
  fc.tuple(fc.constant('FREQ=YEARLY'), part('BYMONTH', fc.integer({ min: 1, max: 12 }).map(String))),
)

test('a chain of tasks has the days of the whole rule, whatever the rule', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 1_500 }), (parts, after) => {
      const rule = parts.join('')
      assert.equal(recurrenceFault(rule), null, rule)
      // The first day of a series is one of its days. A day such as 30 March has none in February.
      const start = dayAfter(rule, addDays('2025-01-01', after))
      fc.pre(start !== null)
      const chain: string[] = [start]
      for (let place = 0; place < 12; place += 1) chain.push(dayAfter(rule, chain.at(-1) ?? '') ?? '')
      const rruleString = `DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${rule};COUNT=13`
      const whole = new RRuleTemporal({ rruleString }).all().map((day) => day.toString().slice(0, 10))
      assert.deepEqual(chain, whole, rule)
    }),
    { numRuns: isFull ? 5_000 : 200 },
  )
})
