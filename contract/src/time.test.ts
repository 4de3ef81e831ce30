import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Instant, LocalDate } from './time.ts'

test('F1: a timestamp outside the years 1 to 9999 in UTC is refused', () => {
  for (const text of [
    '9999-12-31T23:59:59-12:00',
    '9999-12-31T23:59:59.999-00:01',
    '0001-01-01T00:00:00+12:00',
    '0001-01-01T00:00:00.000+00:01',
    '0000-12-31T23:59:59Z',
  ]) {
    const { error } = Instant.safeParse(text)
    assert.equal(error?.issues.length, 1, text)
  }
  assert.match(
    Instant.safeParse('9999-12-31T23:59:59-12:00').error?.issues[0]?.message ?? '',
    /years 1 to 9999/,
  )
  assert.equal(Instant.parse('9999-12-31T23:59:59.999Z'), '9999-12-31T23:59:59.999Z')
  assert.equal(Instant.parse('9999-12-31T23:59:59+00:01'), '9999-12-31T23:58:59.000Z')
  assert.equal(Instant.parse('0001-01-01T00:00:00Z'), '0001-01-01T00:00:00.000Z')
  for (const day of ['0000-12-31', '10000-01-01', '+010000-01-01', '-000001-01-01'])
    assert.ok(!LocalDate.safeParse(day).success, day)
})

test('F1: any timestamp with an offset is refused or converted to the single API format', () => {
  const two = (maxCount: number) =>
    fc.integer({ min: 0, max: maxCount }).map((number) => String(number).padStart(2, '0'))
  const year = fc.oneof(
    fc.constantFrom('0000', '0001', '0002', '9998', '9999'),
    fc.integer({ min: 0, max: 9_999 }).map((each) => String(each).padStart(4, '0')),
  )
  const offset = fc.oneof(
    fc.constant('Z'),
    fc
      .tuple(fc.constantFrom('+', '-'), two(24), two(59))
      .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
  )
  const text = fc
    .tuple(year, two(13), two(32), two(24), two(60), two(60), offset)
    .map(
      ([y, month, day, hour, minute, second, zone]) =>
        `${y}-${month}-${day}T${hour}:${minute}:${second}${zone}`,
    )
  fc.assert(
    fc.property(text, (sent) => {
      const { success, data } = Instant.safeParse(sent)
      return !success || /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(data)
    }),
    { numRuns: 5_000, seed: 20261122 },
  )
})
