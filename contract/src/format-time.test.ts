import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, formatInstant, formatTimeOfDay, formatZonedInstant } from './format-time.ts'

test('days and timestamps have one format: month, day, year and a 12-hour clock', () => {
  assert.equal(formatDay('2026-11-22'), 'Nov 22, 2026')
  assert.equal(formatDay('2026-03-02'), 'Mar 2, 2026')
  assert.equal(formatInstant('America/Chicago', new Date('2026-11-22T21:04:00Z')), 'Nov 22, 2026, 3:04 PM')
  assert.equal(
    formatZonedInstant('America/Chicago', new Date('2026-07-01T05:00:00Z')),
    'Jul 1, 2026, 12:00 AM CDT',
  )
  for (const [time, words] of Object.entries({
    '00:05': '12:05 AM',
    '09:30': '9:30 AM',
    '12:00': '12:00 PM',
    '23:59': '11:59 PM',
  }))
    assert.equal(formatTimeOfDay(time), words)
})
