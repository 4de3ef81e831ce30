import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonsEs } from '../spanish/reasons.es.ts'
import {
  endingOf,
  recurrenceFault,
  splitRecurrenceEnd,
  withCountReduced,
  withEnding,
} from './recurrence-rule.ts'

test('rules of days, weeks, months and years are accepted, in capitals or not', () => {
  for (const rule of [
    'FREQ=WEEKLY;COUNT=3',
    'freq=weekly;byday=mo,th',
    'FREQ=DAILY;INTERVAL=2;UNTIL=20261231',
    'FREQ=MONTHLY;UNTIL=20261231T235959Z',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYMONTH=4,10;BYMONTHDAY=15',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    'FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU',
  ])
    assert.equal(recurrenceFault(rule), null, rule)
})

test('anything else is refused with a reason, which exists in Spanish too', () => {
  const refused = {
    'every monday': 'is not a recurrence rule such as FREQ=WEEKLY;COUNT=3',
    'RRULE:FREQ=WEEKLY': 'starts with RRULE:, which is left out, as in FREQ=WEEKLY;COUNT=3',
    'FREQ=WEEKLY;': 'is not a recurrence rule such as FREQ=WEEKLY;COUNT=3',
    'FREQ=WEEKLY;FREQ=DAILY': 'is not a recurrence rule such as FREQ=WEEKLY;COUNT=3',
    'FREQ=WEEKLY;DTSTART=20260101': 'is not a recurrence rule such as FREQ=WEEKLY;COUNT=3',
    'COUNT=3': 'must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY',
    'FREQ=HOURLY': 'must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY',
    'FREQ=WEEKLY;COUNT=0': 'has a COUNT that is not a whole number from 1 to 9999',
    'FREQ=WEEKLY;COUNT=-1': 'has a COUNT that is not a whole number from 1 to 9999',
    'FREQ=WEEKLY;INTERVAL=0': 'has an INTERVAL that is not a whole number from 1 to 999',
    'FREQ=WEEKLY;COUNT=3;UNTIL=20261231': 'has both COUNT and UNTIL, and only one of them can end it',
    'FREQ=WEEKLY;UNTIL=20260231': 'has an UNTIL that is not a date such as 20261231',
    'FREQ=WEEKLY;UNTIL=2026-12-31': 'has an UNTIL that is not a date such as 20261231',
    'FREQ=WEEKLY;BYDAY=XX': 'has a BYDAY that is not a list of weekdays such as MO,TH',
    'FREQ=WEEKLY;BYDAY=1MO': 'numbers a weekday, as in 1MO, which only a rule by month or year can',
    'FREQ=WEEKLY;WKST=1MO': 'has a WKST that is not a weekday such as MO',
    'FREQ=WEEKLY;BYMONTHDAY=3': 'has a part that does not go with its FREQ',
    'FREQ=MONTHLY;BYMONTHDAY=32': 'has a number that is out of range',
    'FREQ=MONTHLY;BYSETPOS=1': 'has a BYSETPOS without another part that begins with BY',
  }
  const spanish: Readonly<Record<string, string>> = reasonsEs
  for (const [rule, reason] of Object.entries(refused)) {
    assert.equal(recurrenceFault(rule), reason, rule)
    assert.ok(spanish[reason], reason)
  }
})

test('a rule is told apart from what ends it, and counts down', () => {
  assert.deepEqual(splitRecurrenceEnd('FREQ=WEEKLY;COUNT=3;BYDAY=MO'), {
    endless: 'FREQ=WEEKLY;BYDAY=MO',
    count: 3,
    until: null,
  })
  assert.deepEqual(splitRecurrenceEnd('FREQ=DAILY;UNTIL=20261231T180000Z').until, {
    day: '2026-12-31',
    time: '18:00:00',
    isUtc: true,
  })
  assert.equal(withCountReduced('FREQ=WEEKLY;COUNT=10'), 'FREQ=WEEKLY;COUNT=9')
})

test('a rule gets another end and keeps everything else', () => {
  assert.deepEqual(endingOf('FREQ=DAILY'), { kind: 'never' })
  assert.deepEqual(endingOf('FREQ=DAILY;COUNT=3'), { kind: 'count', count: 3 })
  assert.deepEqual(endingOf('FREQ=DAILY;UNTIL=20261231T235959Z'), { kind: 'until', day: '2026-12-31' })
  const rule = 'FREQ=WEEKLY;UNTIL=20261231;BYDAY=MO'
  assert.equal(withEnding(rule, { kind: 'never' }), 'FREQ=WEEKLY;BYDAY=MO')
  assert.equal(withEnding(rule, { kind: 'count', count: 2 }), 'FREQ=WEEKLY;BYDAY=MO;COUNT=2')
  for (const ending of [
    { kind: 'count', count: 9 },
    { kind: 'until', day: '2027-02-28' },
    { kind: 'never' },
  ] as const)
    assert.deepEqual(endingOf(withEnding(rule, ending)), ending)
})
