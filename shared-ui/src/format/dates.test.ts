import {
  explainDay,
  dateTimeTooltip,
  formatDay,
  formatDateTime,
  formatMomentDay,
  formatTime,
  setViewerZone,
} from './dates.ts'

beforeEach(() => setViewerZone('America/Chicago'))
afterEach(() => setViewerZone(null))

test('a day, a moment and a time have the same format in cells, cards and tooltips', () => {
  const now = new Date('2026-11-22T21:04:00Z')
  expect(formatDay('2026-11-22')).toBe('Nov 22, 2026')
  expect(formatMomentDay('2026-11-23T05:59:00Z')).toBe('Nov 22, 2026')
  expect(formatDateTime('2026-11-22T21:04:00Z')).toBe('Nov 22, 2026, 3:04 PM')
  expect(formatTime('2026-11-22T21:04:00Z')).toBe('3:04 PM')
  expect(explainDay('2026-11-20', now)).toBe('Friday, Nov 20, 2026 (2 days ago)')
  expect(dateTimeTooltip('2026-11-23T21:04:00Z', now)).toBe('Monday, Nov 23, 2026, 3:04 PM CST (tomorrow)')
})
