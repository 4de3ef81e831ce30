import { formatDuration } from './durations.ts'

test.each([
  [0, 'less than a minute'],
  [59.9, 'less than a minute'],
  [60, '1 minute'],
  [3_600, '1 hour'],
  [7_500, '2 hours 5 minutes'],
  [86_400, '1 day'],
  [90_000, '1 day 1 hour'],
  [3_000_000, '34 days'],
  [123_456_789, '1,428 days'],
])('%d seconds are shown as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
