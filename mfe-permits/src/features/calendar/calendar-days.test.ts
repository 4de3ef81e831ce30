import { addDays } from '@portal/contract'
import { addMonths, dayByKey, firstWeekday, rangeOf, startOfWeek, stepBy, weeksOf } from './calendar-days.ts'

test.each([
  ['en-US', 0],
  ['es-US', 0],
  ['en-GB', 1],
])('weeks in %s begin on weekday %i', (locale, expected) => {
  expect(firstWeekday(locale)).toBe(expected)
})

test.each([
  ['month', '2026-11-20', 0, '2026-11-01', '2026-12-05'],
  ['month', '2026-11-20', 1, '2026-10-26', '2026-12-06'],
  // February 2026 begins on a Sunday and has exactly four weeks.
  ['month', '2026-02-10', 0, '2026-02-01', '2026-02-28'],
  ['month', '2024-02-29', 0, '2024-01-28', '2024-03-02'],
  ['week', '2026-11-20', 0, '2026-11-15', '2026-11-21'],
  ['week', '2026-11-22', 1, '2026-11-16', '2026-11-22'],
  ['week', '2027-01-01', 0, '2026-12-27', '2027-01-02'],
  ['agenda', '2026-11-20', 0, '2026-11-01', '2026-11-30'],
] as const)('the %s of %s, weeks from weekday %i, shows %s to %s', (layout, day, first, from, to) => {
  expect(rangeOf(layout, day, first)).toEqual({ from, to })
})

test('every month of ten years is whole weeks that hold all of its days', () => {
  for (let month = '2024-01-01'; month < '2034-01-01'; month = addMonths(month, 1)) {
    const range = rangeOf('month', month, 0)
    const days = weeksOf(range).flat()
    expect(days.length % 7).toBe(0)
    expect(days.length).toBeLessThanOrEqual(42)
    expect(new Set(days).size).toBe(days.length)
    expect(startOfWeek(range.from, 0)).toBe(range.from)
    expect([range.from <= month, range.to >= addDays(addMonths(month, 1), -1)]).toEqual([true, true])
  }
})

test('pages and arrow keys go across months and years', () => {
  expect(stepBy('month', '2026-12-31', 1)).toBe('2027-01-01')
  expect(stepBy('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(stepBy('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(dayByKey('ArrowRight', '2026-12-31')).toBe('2027-01-01')
  expect(dayByKey('ArrowUp', '2027-01-03')).toBe('2026-12-27')
  expect(dayByKey('Enter', '2027-01-03')).toBeNull()
})
