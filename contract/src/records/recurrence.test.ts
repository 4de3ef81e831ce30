import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from '../sentence.ts'
import { recurrenceEs } from '../spanish/recurrence.es.ts'
import { recurrenceOptions, formatRecurrence } from './recurrence.ts'

test('a recurrence rule is displayed in words', () => {
  const words: Readonly<Record<string, string>> = {
    'FREQ=DAILY': 'Every day',
    'FREQ=WEEKLY;BYDAY=MO': 'Every week on Monday',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'Every weekday',
    'freq=weekly;interval=2;byday=mo,th': 'Every 2 weeks on Monday and Thursday',
    'FREQ=WEEKLY;COUNT=3': 'Every week, 3 times',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Every month on the last day',
    'FREQ=MONTHLY;BYDAY=1MO;UNTIL=20261231T000000Z': 'Every month on the first Monday, until Dec 31, 2026',
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15': 'Every year on day 15 in April',
  }
  for (const [rule, expected] of Object.entries(words)) assert.equal(formatRecurrence(rule), expected)
})

test('a recurrence rule is displayed in Spanish', () => {
  const words: Readonly<Record<string, string>> = {
    'FREQ=DAILY': 'Cada día',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'De lunes a viernes',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH': 'Cada 2 semanas el lunes y jueves',
    'FREQ=MONTHLY;BYMONTHDAY=-1': 'Cada mes el último día',
    'FREQ=MONTHLY;BYDAY=1MO;COUNT=3': 'Cada mes el primer lunes, 3 veces',
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15': 'Cada año el día 15 en abril',
    'FREQ=DAILY;UNTIL=20261231T000000Z': 'Cada día, hasta el 31 dic 2026',
  }
  for (const [rule, expected] of Object.entries(words))
    assert.equal(
      formatRecurrence(rule, (said) => toText(said, 'es', (english) => recurrenceEs[english] ?? english)),
      expected,
    )
})

test('an invalid recurrence rule has no words', () => {
  for (const text of [
    'every monday',
    '',
    'FREQ=SOON',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;BYSETPOS=1',
  ])
    assert.equal(formatRecurrence(text), null, text)
})

test('the current rule is always among the options', () => {
  assert.equal(recurrenceOptions('')[0]?.label, 'Every day')
  assert.deepEqual(recurrenceOptions('every monday')[0], { code: 'every monday', label: 'every monday' })
  assert.equal(recurrenceOptions('FREQ=DAILY').length, recurrenceOptions('').length)
})
